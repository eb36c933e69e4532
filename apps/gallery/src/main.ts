// The page that `pnpm gallery` takes pictures of.
import { looks, type LookName } from './looks.js'
import { scenes } from './scenes/index.js'
import type { Stage } from './scenes/types.js'
import { dress, show } from './stage.js'
import { unseenViews } from './unseen.js'

let stage: Stage | undefined
const gallery = {
  looks,
  scenes: Object.entries(scenes).map(([name, { only }]) => ({ name, only })),
  /** Draws a scene from the start. */
  show: async (name: string, phone: boolean) => void (stage = await show(name, { phone })),
  dress: (look: LookName) => dress(stage!, looks[look]),
  unseen: () => unseenViews(stage!.kernel),
}
export type Gallery = typeof gallery
Object.assign(window, { gallery })
