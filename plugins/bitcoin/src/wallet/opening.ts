/** Everything that connecting a wallet of the page needs, in a chunk of its own. */
export { openConnection } from './connection.js'
export { unisatDriver } from './drivers/unisat.js'
export { walletStandardDriver } from './drivers/walletStandard.js'
export { leatherDriver, wbipDriver } from './drivers/wbip.js'
