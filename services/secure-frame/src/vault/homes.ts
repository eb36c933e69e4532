import { type Kysely } from 'kysely'
import { hashOf } from '../secrets.js'
import { type Tables } from '../store/schema.js'
import { contextOf, openForCookie, sealForCookie } from './seal.js'

/** The wallet of a person's device at one split. */
export interface HomeAt {
  account: string
  device: string
  wallet: string
  split: number
}

const homeContext = ({ account, device, wallet, split }: HomeAt): string =>
  contextOf('home', account, device, wallet, split)

/** Keeps the device's share, sealed under the secret of the device's cookie. */
export async function keepHome(
  db: Kysely<Tables>,
  at: HomeAt,
  cookie: string,
  share: string,
): Promise<void> {
  const { device, wallet, split } = at
  const plain = Buffer.from(share, 'base64url')
  const row = { wallet, split, sealed: sealForCookie(cookie, device, plain, homeContext(at)) }
  await db
    .updateTable('device')
    .set({ cookie_hash: hashOf(cookie) })
    .where('id', '=', device)
    .execute()
  await db
    .insertInto('home')
    .values({ device, ...row })
    .onConflict((on) => on.column('device').doUpdateSet(row))
    .execute()
}

/** @returns `undefined` where there is none that this cookie opens */
export async function readHome(
  db: Kysely<Tables>,
  at: HomeAt,
  cookie: string | undefined,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('home')
    .selectAll()
    .where('device', '=', at.device)
    .where('wallet', '=', at.wallet)
    .where('split', '=', at.split)
    .executeTakeFirst()
  if (!row || cookie === undefined) return undefined
  try {
    return openForCookie(cookie, at.device, row.sealed, homeContext(at)).toString('base64url')
  } catch {
    return undefined
  }
}
