export { GetAWallet } from './GetAWallet.js'
export { WhatIsWallet } from './WhatIsWallet.js'
