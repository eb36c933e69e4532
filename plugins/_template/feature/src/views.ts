import { defineView } from '@latchkey/plugin-api'
import type {} from '@latchkey/ui-react/kit'

export const noteView = defineView({
  id: 'sample-feature.note',
  title: 'sample-feature.title',
  // Adopted as a style sheet while the view is known, in the modal's shadow root. Classes of your own only.
  styles: '.sample-feature-note { display: grid; gap: 12px; }',
  render: { react: () => import('./react/Note.js').then(({ Note }) => Note) },
})
