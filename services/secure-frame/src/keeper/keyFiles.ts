import * as v from 'valibot'
import { invalidOption } from '../errors.js'
import {
  type SigningKey,
  checkSigning,
  coordinate,
  newSigning,
  readJson,
  signingSchema,
  toJson,
} from '../vault/keyFile.js'
import { type PublicKey } from './signed.js'

const publicSchema = v.object({
  public: v.pipe(
    v.array(
      v.strictObject({
        kid: v.pipe(v.string(), v.regex(/^[\w-]{1,32}$/)),
        kty: v.literal('EC'),
        crv: v.literal('P-256'),
        x: coordinate,
        y: coordinate,
      }),
    ),
    v.minLength(1),
  ),
})
const privateSchema = v.object({ signing: signingSchema })

/** A new file of the key that signs a service's requests to its keeper, as JSON. */
export const newServiceKey = (id: string): string => toJson({ signing: [newSigning(id)] })

/**
 * The service's half of `SERVICE_KEY`, of which the first key signs.
 * @throws SecureFrameError `secure-frame.invalid_option`
 */
export async function readServiceKey(setting: string): Promise<readonly SigningKey[]> {
  const found = v.safeParse(privateSchema, await readJson('SERVICE_KEY', setting))
  if (!found.success)
    throw invalidOption(
      'SERVICE_KEY names a file that has no private key. Make one by "latchkey-secure-frame keys service".',
    )
  for (const key of found.output.signing) checkSigning('SERVICE_KEY', key)
  return found.output.signing
}

/**
 * Public keys of the other machine. A file with private ones is refused: they were copied by mistake.
 * @throws SecureFrameError `secure-frame.invalid_option`
 */
export async function readPublicKeys(name: string, setting: string): Promise<readonly PublicKey[]> {
  const json = await readJson(name, setting)
  if (v.is(privateSchema, json))
    throw invalidOption(
      `${name} names a file with a private key. It must be the public half, by ` +
        '"latchkey-secure-frame keys public FILE": make new keys, as this machine has seen those.',
    )
  const found = v.safeParse(publicSchema, json)
  if (!found.success)
    throw invalidOption(
      `${name} names a file that has no public key. Make one by "latchkey-secure-frame keys public FILE" ` +
        'on the other machine.',
    )
  return found.output.public
}

/** The public half of a file of keys, as JSON. */
export async function publicHalf(path: string): Promise<string> {
  const found = v.safeParse(privateSchema, await readJson('The file', `file:${path}`))
  if (!found.success) throw invalidOption(`${path} has no private key that signs.`)
  return toJson({
    public: found.output.signing.map(({ kid, kty, crv, x, y }) => ({ kid, kty, crv, x, y })),
  })
}
