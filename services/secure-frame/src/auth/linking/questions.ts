import { refusal } from '@latchkey/service-kit/http'
import { type Kysely, type Transaction } from 'kysely'
import { type FrameContext } from '../../context.js'
import {
  QUESTION_MS,
  REASONS,
  type Question,
  type SignInKind,
  type SocialProvider,
} from '../../contract/index.js'
import { hashOf, newSecret } from '../../secrets.js'
import { type Tables } from '../../store/schema.js'
import { markUntold } from '../../vault/untold.js'
import { holdAddress } from '../address.js'
import {
  type Admitted,
  type NamedPerson,
  type SeenBrowser,
  admitPerson,
  findIdentity,
} from '../identities.js'

export type Link = Tables['link']

/** A person is signed in, or asked first whether an account with their address is theirs. */
export type Entered = Admitted | { question: Question }

export const questionOver = () =>
  refusal(400, REASONS.question, 'This question is over or was answered. Sign in again.')

/** Whether the operator has set up what this kind of sign-in needs. */
export const canProve = (
  { socials, farcaster }: Pick<FrameContext, 'socials' | 'farcaster'>,
  kind: string,
): boolean =>
  kind === 'email' ||
  (kind === 'farcaster' ? farcaster !== undefined : socials.has(kind as SocialProvider))

/**
 * Finds an account whose sign-in has the same verified address: one by mail before those of providers,
 * and of these the oldest. An account with a sign-in of the person's own kind is not found, because an
 * account has one of each.
 */
async function findOther(
  context: FrameContext,
  db: Kysely<Tables>,
  { project, kind, emailHash }: NamedPerson,
): Promise<{ account: string; proofs: SignInKind[] } | undefined> {
  if (emailHash === null) return undefined
  const rows = await db
    .selectFrom('identity')
    .select(['account', 'kind'])
    .where('project', '=', project)
    .where((row) =>
      row.or([
        row('email_hash', '=', emailHash),
        row.and([row('kind', '=', 'email'), row('subject', '=', emailHash)]),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('identity as own')
            .select('own.account')
            .whereRef('own.account', '=', 'identity.account')
            .where('own.kind', '=', kind),
        ),
      ),
    )
    .orderBy('created')
    .orderBy('kind')
    .execute()
  const usable = rows.filter((row) => canProve(context, row.kind as SignInKind))
  const found = usable.find((row) => row.kind === 'email') ?? usable[0]
  if (!found) return undefined
  const own = usable.filter(({ account }) => account === found.account)
  return { account: found.account, proofs: own.map((row) => row.kind as SignInKind) }
}

/**
 * Opens a session for a person who has proved a sign-in. At the first one whose verified address another
 * account has, nothing is made: they are asked. Of two first ones at once the second sees the first.
 */
export async function admitOrAsk(
  context: FrameContext,
  db: Transaction<Tables>,
  person: NamedPerson,
  seen: SeenBrowser,
): Promise<Entered> {
  if (person.emailHash !== null) await holdAddress(context.store, db, person.emailHash)
  const known = await findIdentity(db, person)
  const other = known ? undefined : await findOther(context, db, person)
  if (!other || person.email === undefined) {
    const admitted = await admitPerson(context, db, person, seen)
    // The provider has verified another address. A change of sign-ins locks these rows in the same order.
    if (known && person.kind !== 'email' && known.email_hash !== person.emailHash)
      await markUntold(db, known.account)
    return admitted
  }
  const { project, kind, subject, sealed, emailHash, email } = person
  const { jkt, agent, at } = seen
  const [id, expires] = [newSecret(), at + QUESTION_MS]
  await db
    .insertInto('link')
    .values({
      ...{ id_hash: hashOf(id), project, jkt, account: other.account, kind, subject, sealed },
      ...{ email_hash: emailHash, agent, used: 0, created: at, expires },
    })
    .execute()
  return { question: { id, kind, email, proofs: other.proofs, expiresAt: expires } }
}

/** The question of an id that can still be answered, for the frame that was asked. */
export async function requireLink(
  db: Kysely<Tables>,
  { project, link, jkt }: { project: string; link: string; jkt: string },
  now: number,
): Promise<Link> {
  const row = await db
    .selectFrom('link')
    .selectAll()
    .where('id_hash', '=', hashOf(link))
    .where('project', '=', project)
    .where('jkt', '=', jkt)
    .where('used', '=', 0)
    .where('expires', '>', now)
    .executeTakeFirst()
  if (row) return row
  throw questionOver()
}

/** Uses the answer to a question, once. @throws a refusal where another request used it first */
export async function useLink(db: Kysely<Tables>, idHash: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('link')
    .set({ used: 1 })
    .where('id_hash', '=', idHash)
    .where('used', '=', 0)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw questionOver()
}

/** Drops what is over. */
export async function dropLinks(db: Kysely<Tables>, now: number): Promise<void> {
  await db.deleteFrom('link').where('expires', '<', now).execute()
}
