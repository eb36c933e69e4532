/** What the settings switch: plugins are chosen when a kernel is made, so a change loads the page anew. */
export interface Features {
  siwx: 'off' | 'optional' | 'required'
  /** Whether what the page itself asks for is shown before the wallet opens, and not only what plugins ask for. */
  hostPreviews: boolean
  /** Whether wallets that are opened by a link or in a window of their own are offered. */
  linkedWallets: boolean
}
/** Everything that a page of this playground may reach. */
export const EVERYTHING: Features = { siwx: 'optional', hostPreviews: true, linkedWallets: true }

const SIWX = 'playground:siwx'
const PREVIEWS = 'playground:host-previews'
const LINKED = 'playground:linked-wallets'

export function loadFeatures(): Features {
  const siwx = localStorage.getItem(SIWX)
  return {
    siwx: siwx === 'optional' || siwx === 'required' ? siwx : 'off',
    hostPreviews: localStorage.getItem(PREVIEWS) === 'on',
    linkedWallets: localStorage.getItem(LINKED) === 'on',
  }
}
export function changeFeatures({ siwx, hostPreviews }: Features): void {
  localStorage.setItem(SIWX, siwx)
  localStorage.setItem(PREVIEWS, hostPreviews ? 'on' : 'off')
  location.reload()
}
