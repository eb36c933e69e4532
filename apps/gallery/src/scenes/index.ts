// Every view in every state that a person can meet. Add a new state to one of these tables: `'View
// / state': { shows: 'words', ... }`.
import type { Scenes } from './types.js'
import { accountScenes } from './account.js'
import { activityScenes } from './activity.js'
import { assetsScenes } from './assets.js'
import { connectScenes } from './connect.js'
import { connectingScenes } from './connecting.js'
import { emailScenes } from './email.js'
import { helpScenes } from './help.js'
import { namesScenes } from './names.js'
import { onrampScenes } from './onramp.js'
import { networkScenes } from './networks.js'
import { pairingScenes } from './pairing.js'
import { requestScenes } from './requests.js'
import { sendScenes } from './send.js'
import { sessionScenes } from './sessions.js'
import { shellScenes } from './shell.js'
import { siwxScenes } from './siwx.js'
import { socialScenes } from './social.js'
import { swapScenes } from './swap.js'

export const scenes: Scenes = {
  ...connectScenes,
  ...connectingScenes,
  ...pairingScenes,
  ...emailScenes,
  ...socialScenes,
  ...accountScenes,
  ...assetsScenes,
  ...networkScenes,
  ...helpScenes,
  ...namesScenes,
  ...onrampScenes,
  ...sendScenes,
  ...swapScenes,
  ...activityScenes,
  ...requestScenes,
  ...siwxScenes,
  ...sessionScenes,
  ...shellScenes,
}
