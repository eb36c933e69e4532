export { enNewcomers } from '../messages/enNewcomers.js'
export { GetAWallet } from './GetAWallet.js'
export { WhatIsNetwork } from './WhatIsNetwork.js'
export { WhatIsWallet } from './WhatIsWallet.js'
