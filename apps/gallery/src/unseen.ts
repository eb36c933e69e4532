import type { Kernel } from '@latchkey/kernel'
import { viewOf } from './stage.js'
import { scenes } from './scenes/index.js'

/** Views that somebody registered and no scene shows: whoever adds a view adds its scenes. */
export function unseenViews({ ports }: Kernel): readonly string[] {
  const seen = new Set(Object.keys(scenes).map(viewOf))
  return ports.views
    .get()
    .map(({ definition }) => definition.id)
    .filter((id) => !seen.has(id))
}
