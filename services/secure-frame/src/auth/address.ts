import { domainToASCII } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { keyedHash } from '../secrets.js'
import { type MainStore } from '../store/openStore.js'
import { type Tables } from '../store/schema.js'

/** Of an address in mail (RFC 5321, errata 1690). */
const MAX_LENGTH = 254

/**
 * The spelling of an address under which its account is found: NFC, small letters, and the domain as
 * DNS has it. Small letters before the @ too, as every large provider takes them.
 * @returns `undefined` where the domain is not one, or the address is too long
 */
export function normalizeAddress(email: string): string | undefined {
  const text = email.normalize('NFC').toLowerCase()
  const at = text.lastIndexOf('@')
  const domain = domainToASCII(text.slice(at + 1))
  const address = `${text.slice(0, at)}@${domain}`
  // Punycode makes the domain longer.
  const isAddress = domain && !/[^a-z\d.-]/.test(domain) && address.length <= MAX_LENGTH
  return isAddress ? address : undefined
}

/** The subject of a sign-in by an address: who has it is found without the address itself. */
export const addressSubject = (pepper: Buffer, project: string, address: string): string =>
  keyedHash(pepper, 'address', project, address)

/**
 * Lets other sign-ins of a verified address wait until this transaction has ended, so that each sees the
 * account that the one before made. SQLite has one writer anyway. A transaction holds one address at most.
 */
export async function holdAddress(
  { engine }: Pick<MainStore, 'engine'>,
  db: Kysely<Tables>,
  subject: string,
): Promise<void> {
  const name = `latchkey address ${subject}`
  if (engine.name === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}
