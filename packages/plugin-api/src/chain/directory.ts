import type { Namespace } from './caip.js'

/** A wallet of a directory, as data. It may not be installed. */
export interface DirectoryWallet {
  id: string
  name: string
  rdns?: string
  homepage?: string
  imageUrl?: string
  imageId?: string
  namespaces?: readonly Namespace[]
  /** Scheme of its app on a phone, `wallet://`. */
  mobileLink?: string
  /** https link that its app on a phone opens; preferred to the scheme on iOS. */
  universalLink?: string
  desktopLink?: string
  webLink?: string
  stores?: readonly { store: string; url: string }[]
}

/** The site that embeds the modal, as wallets and the modal show it. */
export interface HostMetadata {
  name: string
  description?: string
  url?: string
  icons?: readonly string[]
}
