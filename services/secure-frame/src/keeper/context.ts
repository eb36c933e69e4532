import { type ClientAddress, type Log, type Metrics, type PartHealth } from '@latchkey/service-kit'
import { type Mailer, type Sender } from '../mail/sender.js'
import { type Audit } from '../operate/audit.js'
import { type KeeperTables } from '../store/schema.js'
import { type ServingStore } from '../store/servingStore.js'
import { type SigningKey } from '../vault/keyFile.js'
import { type Vault } from '../vault/seal.js'
import { type KeeperLimits } from './limits.js'
import { type PublicKey } from './signed.js'

export const KEEPER_COUNTERS = {
  requests_total: 'Requests answered, by path and status.',
  refused_total: 'Requests refused, by reason.',
  releases_total: 'Releases of shares.',
  mails_total: 'Mails by kind and outcome.',
} as const

/** The parts of a running keeper that its routes use. */
export interface KeeperContext {
  /** Origin of the page, which its proofs are for. */
  frameUrl: string
  /** Keys of the service. */
  service: readonly PublicKey[]
  /** The first signs answers. */
  signing: readonly SigningKey[]
  limits: KeeperLimits
  store: ServingStore<KeeperTables>
  vault: Vault
  /** Keys the hashes of addresses. */
  pepper: Buffer
  audit: Audit
  mailer: Mailer
  mailFrom: Sender
  metrics: Metrics<keyof typeof KEEPER_COUNTERS>
  clientAddress: ClientAddress
  servers(): readonly PartHealth[]
  isClosing(): boolean
  now(): number
  log: Log
}
