export { enHelp } from '../messages/enHelp.js'
export { GetAWallet } from './help/GetAWallet.js'
export { WhatIsNetwork } from './help/WhatIsNetwork.js'
export { WhatIsWallet } from './help/WhatIsWallet.js'
