import type { Kernel } from '@latchkey/kernel'
import { viewOf } from './stage.js'
import { scenes } from './scenes/index.js'

/** The registered views that no scene shows. A new view needs its scenes. */
export function unseenViews({ ports }: Kernel): readonly string[] {
  const seen = new Set(Object.keys(scenes).map(viewOf))
  return ports.views
    .get()
    .map(({ definition }) => definition.id)
    .filter((id) => !seen.has(id))
}
