import { REASONS } from '../../contract/reasons.js'
import { getHome, putHome } from '../../contract/wallet.js'
import { isRefusal, type Client } from '../session/client.js'
import { createDatabase, type Database } from '../session/database.js'

/** A wallet at one split: shares of another split join with nothing. */
export interface WalletAt {
  id: string
  split: number
}

/** A place for the share of this device. */
export interface Home {
  readonly name: 'storage' | 'unpartitioned' | 'window' | 'service'
  /** `undefined` where there is none of this split. */
  read(wallet: WalletAt): Promise<string | undefined>
  /** Rejects where the share cannot be kept here. */
  keep(wallet: WalletAt, share: string): Promise<void>
}

interface Sealed {
  key: CryptoKey
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}

const bound = ({ id, split }: WalletAt): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`device ${id} ${split}`)

/** Storage of the frame: the share sealed by a key that no script can export. */
export function createStorageHome(name: Home['name'], open: () => Promise<Database>): Home {
  const nameOf = ({ id }: WalletAt): string => `share ${id}`
  return {
    name,
    async read(wallet) {
      const found = await (await open()).read<Sealed>(nameOf(wallet))
      if (!found) return undefined
      const { key, iv, bytes } = found
      const algorithm = { name: 'AES-GCM', iv, additionalData: bound(wallet) }
      // A share of another split does not open.
      const share = await crypto.subtle.decrypt(algorithm, key, bytes).catch(() => undefined)
      return share && new TextDecoder().decode(share)
    },
    async keep(wallet, share) {
      const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
        'encrypt',
        'decrypt',
      ])
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const algorithm = { name: 'AES-GCM', iv, additionalData: bound(wallet) }
      const bytes = await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(share))
      await (await open()).write(nameOf(wallet), { key, iv, bytes } satisfies Sealed)
    },
  }
}

/** Storage Access API with handles, which only Chromium has. */
type WithStorageHandle = Document & {
  requestStorageAccess(types: { indexedDB: true }): Promise<{ indexedDB: IDBFactory } | undefined>
}

/** Storage access that was granted before is there at once. */
const ACCESS_MS = 1_000

/**
 * The storage that the frame's origin has at top level, where the browser gave access to it before.
 * Nobody is asked for it: a question in the midst of a sign-in frightens.
 */
async function openUnpartitioned(): Promise<Database> {
  const name = 'storage-access' as PermissionName
  const { state } = await navigator.permissions.query({ name })
  const request = (document as WithStorageHandle).requestStorageAccess
  // Chromium may let the request hang although the access is granted.
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, ACCESS_MS, undefined))
  const handle =
    state === 'granted'
      ? await Promise.race([request.call(document, { indexedDB: true }), late])
      : undefined
  if (!handle?.indexedDB) throw new Error('The browser gives no unpartitioned storage.')
  return createDatabase(() => handle.indexedDB)
}

/** The service, which seals the share under a secret that only this browser's cookie holds. */
const createServiceHome = (ask: Client, isOwn: (id: string) => boolean): Home => ({
  name: 'service',
  async read({ split }) {
    try {
      const home = await ask(getHome, { method: 'GET' })
      return home.split === split ? home.share : undefined
    } catch (error) {
      if (isRefusal(error, REASONS.missing)) return undefined
      throw error
    }
  },
  async keep({ id, split }, share) {
    // The session may be another person's by now.
    if (!isOwn(id)) throw new Error('The session is not of this wallet.')
    await ask(putHome, { method: 'PUT', body: { split, share } })
  },
})

/** The homes in the order in which they are tried, and the window of one of them. */
export interface Homes {
  readonly list: readonly Home[]
  /** The storage of this window, which the person opened, is a home while it is open. */
  useWindow(opened: Window): void
  /** Whether the frame itself can keep nothing: then a window may have the share. */
  isBlocked(): Promise<boolean>
}

/** @param isOwn whether the wallet is that of the person who is signed in now */
export function createHomes(
  database: Database,
  ask: Client,
  isOwn: (id: string) => boolean,
): Homes {
  let opened: Window | undefined
  const openWindow = async (): Promise<Database> => {
    if (!opened || opened.closed) throw new Error('No window of this origin is open.')
    const { indexedDB } = opened
    return createDatabase(() => indexedDB)
  }
  return {
    list: [
      createStorageHome('storage', async () => database),
      createStorageHome('unpartitioned', openUnpartitioned),
      createStorageHome('window', openWindow),
      createServiceHome(ask, isOwn),
    ],
    useWindow: (self) => void (opened = self),
    isBlocked: () =>
      database.write('probe', 1).then(
        () => false,
        () => true,
      ),
  }
}

/** The shares of this device, the likeliest first. A home that fails has none. */
export async function* readShares(
  homes: readonly Home[],
  wallet: WalletAt,
): AsyncGenerator<string> {
  for (const home of homes) {
    const share = await home.read(wallet).catch(() => undefined)
    if (share !== undefined) yield share
  }
}

/**
 * Keeps a share in the first home that takes it.
 * @returns its name; `undefined` where none does, so that the next use needs recovery
 */
export async function keepShare(
  homes: readonly Home[],
  wallet: WalletAt,
  share: string,
): Promise<Home['name'] | undefined> {
  for (const home of homes) {
    const isKept = await home.keep(wallet, share).then(
      () => true,
      () => false,
    )
    if (isKept) return home.name
  }
  return undefined
}
