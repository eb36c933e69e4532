import { base64urlnopad } from '@scure/base'
import type { RecoveryInput } from '../../contract/wallet.js'
import { FrameError } from '../link/errors.js'
import type { WalletAt } from './homes.js'

/** Argon2id as RFC 9106 recommends where memory is short: 64 MiB, 3 passes, one lane here. */
const ARGON2 = { memory: 65_536, passes: 3 }
const MAX_ARGON2 = { memory: 262_144, passes: 10 }
export const MIN_PASSWORD_LENGTH = 10
const SALT_BYTES = 32
const KIT_BYTES = 32

/** A recovery share that the page sealed; only the person can open it. */
export type SealedRecovery = Exclude<RecoveryInput, { kind: 'automatic' }>
type Kind = SealedRecovery['kind']
type Bytes = Uint8Array<ArrayBuffer>

const utf8 = (text: string): Bytes => new TextEncoder().encode(text)
const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))
const decode = (text: string | undefined): Bytes =>
  Uint8Array.from(base64urlnopad.decode(text ?? ''))

/** The wrong password, kit or passkey: it does not open the share. */
const wrong = (): FrameError =>
  new FrameError('This does not open the wallet. Try again.', { reason: 'recovery_wrong' })

async function keyOf(secret: Bytes, salt: Bytes, kind: Kind): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: utf8(`latchkey recovery ${kind}`) },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

const algorithmOf = (iv: Bytes, kind: Kind, { id, split }: WalletAt): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: utf8(`recovery ${kind} ${id} ${split}`),
})

async function seal(secret: Bytes, salt: Bytes, kind: Kind, wallet: WalletAt, share: string) {
  const key = await keyOf(secret, salt, kind)
  const iv = random(12)
  const sealed = await crypto.subtle.encrypt(algorithmOf(iv, kind, wallet), key, utf8(share))
  return base64urlnopad.encode(Uint8Array.from([...iv, ...new Uint8Array(sealed)]))
}

/** Opens what {@link seal} sealed. @throws FrameError `recovery_wrong` */
async function open(secret: Bytes, recovery: SealedRecovery, wallet: WalletAt): Promise<string> {
  try {
    const key = await keyOf(secret, decode(recovery.salt), recovery.kind)
    const bytes = decode(recovery.sealed)
    const algorithm = algorithmOf(bytes.subarray(0, 12), recovery.kind, wallet)
    const share = await crypto.subtle.decrypt(algorithm, key, bytes.subarray(12))
    return new TextDecoder().decode(share)
  } catch {
    throw wrong()
  } finally {
    secret.fill(0)
  }
}

async function stretch(password: string, salt: Bytes, { memory, passes } = ARGON2): Promise<Bytes> {
  const { argon2id } = await import('./argon2.js')
  const hash = await argon2id({
    password: password.normalize('NFKC'),
    salt,
    memorySize: memory,
    iterations: passes,
    parallelism: 1,
    hashLength: 32,
    outputType: 'binary',
  })
  return Uint8Array.from(hash)
}

/** Seals a share under a password (Argon2id). @throws FrameError where the password is too short */
export async function sealByPassword(
  password: string,
  wallet: WalletAt,
  share: string,
): Promise<SealedRecovery> {
  if (Array.from(password).length < MIN_PASSWORD_LENGTH)
    throw new FrameError('The password is too short.', { reason: 'password_short' })
  const salt = random(SALT_BYTES)
  const sealed = await seal(await stretch(password, salt), salt, 'password', wallet, share)
  return { kind: 'password', sealed, salt: base64urlnopad.encode(salt), parameters: ARGON2 }
}

/** @throws FrameError `recovery_wrong` */
export async function openByPassword(
  password: string,
  recovery: SealedRecovery,
  wallet: WalletAt,
): Promise<string> {
  const { memory = ARGON2.memory, passes = ARGON2.passes } = recovery.parameters ?? {}
  // Less would be a service that weakens the password, more would hang the page.
  const isSound = memory >= ARGON2.memory && passes >= ARGON2.passes
  if (!isSound || memory > MAX_ARGON2.memory || passes > MAX_ARGON2.passes) throw wrong()
  return open(await stretch(password, decode(recovery.salt), { memory, passes }), recovery, wallet)
}

/** Letters without 0, 1, I, L, O and U, which are misread. */
const KIT_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A kit of 256 random bits as letters in groups of five. */
function createKit(): { text: string; secret: Bytes } {
  let number = random(KIT_BYTES).reduce((all, byte) => all * 256n + BigInt(byte), 0n)
  const base = BigInt(KIT_LETTERS.length)
  const letters = Array.from({ length: 55 }, () => {
    const letter = KIT_LETTERS[Number(number % base)]
    number /= base
    return letter
  }).join('')
  return { text: letters.match(/.{5}/g)!.join('-'), secret: utf8(letters) }
}

/** Letters of a kit as typed: small ones, spaces and hyphens are read. */
const readKit = (text: string): Bytes =>
  utf8(
    text
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[^\dA-Z]/g, ''),
  )

/** Seals a share under a new kit, which the person keeps and nobody else has. */
export async function sealByKit(
  wallet: WalletAt,
  share: string,
): Promise<{ recovery: SealedRecovery; kit: string }> {
  const { text, secret } = createKit()
  const salt = random(SALT_BYTES)
  const sealed = await seal(secret, salt, 'kit', wallet, share)
  return { recovery: { kind: 'kit', sealed, salt: base64urlnopad.encode(salt) }, kit: text }
}

/** @throws FrameError `recovery_wrong` */
export const openByKit = (text: string, recovery: SealedRecovery, wallet: WalletAt) =>
  open(readKit(text), recovery, wallet)

/** WebAuthn's PRF extension, as browsers answer it. */
interface WithPrf {
  prf?: { enabled?: boolean; results?: { first?: BufferSource } }
}

const noPasskey = (): FrameError =>
  new FrameError('This browser or passkey cannot do that. Choose another way.', {
    reason: 'passkey_unsupported',
  })

/** Asks the passkey for its secret (PRF). @throws FrameError where it has none, or the person refused */
async function secretOfPasskey(
  credentials: CredentialsContainer,
  credentialId: Bytes,
  salt: Bytes,
): Promise<Bytes> {
  const credential = await credentials
    .get({
      publicKey: {
        challenge: random(32),
        allowCredentials: [{ type: 'public-key', id: credentialId }],
        userVerification: 'required',
        extensions: { prf: { eval: { first: salt } } },
      },
    })
    .catch(() => null)
  const { prf } = ((credential as PublicKeyCredential | null)?.getClientExtensionResults() ??
    {}) as WithPrf
  const first = prf?.results?.first
  if (!first) throw noPasskey()
  return new Uint8Array(first as ArrayBuffer).slice()
}

/**
 * Makes a passkey of the frame's origin and seals a share under its secret.
 * @param name the person's email address, as the passkey is called in lists
 * @param credentials of the window that the person has clicked in
 */
export async function sealByPasskey(
  name: string,
  wallet: WalletAt,
  share: string,
  credentials = navigator.credentials,
): Promise<SealedRecovery> {
  const salt = random(SALT_BYTES)
  const credential = await credentials
    .create({
      publicKey: {
        rp: { name: location.host },
        user: { id: utf8(wallet.id).slice(0, 64), name, displayName: name },
        challenge: random(32),
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        extensions: { prf: { eval: { first: salt } } },
      },
    })
    .catch(() => null)
  if (!credential) throw noPasskey()
  const id = new Uint8Array((credential as PublicKeyCredential).rawId)
  // Many authenticators tell the secret only when they are asked again.
  const sealed = await seal(
    await secretOfPasskey(credentials, id, salt),
    salt,
    'passkey',
    wallet,
    share,
  )
  const credentialId = base64urlnopad.encode(id)
  return { kind: 'passkey', sealed, salt: base64urlnopad.encode(salt), credentialId }
}

/** @throws FrameError `recovery_wrong`, `passkey_unsupported` */
export const openByPasskey = async (
  recovery: SealedRecovery,
  wallet: WalletAt,
  credentials = navigator.credentials,
): Promise<string> =>
  open(
    await secretOfPasskey(credentials, decode(recovery.credentialId), decode(recovery.salt)),
    recovery,
    wallet,
  )
