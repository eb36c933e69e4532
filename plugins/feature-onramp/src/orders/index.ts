export { createOrders } from './createOrders.js'
export { createPurchase } from './createPurchase.js'
