import { defineView } from '@latchkey/plugin-api'
// Adds `react` to what a view may be drawn by.
import type {} from '@latchkey/ui-react/kit'

/** The screen on which the visitor writes the note. Its component is fetched when it opens. */
export const noteView = defineView({
  id: 'sample-feature.note',
  title: 'sample-feature.title',
  // A style sheet of the modal's shadow root as long as the view is registered. Style only classes of
  // your own: the rules also reach the other views.
  styles: '.sample-feature-note { display: grid; gap: 12px; }',
  render: { react: () => import('./react/Note.js').then(({ Note }) => Note) },
})
