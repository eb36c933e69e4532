import { type ClientAddress, type Log, type Metrics, type PartHealth } from '@latchkey/service-kit'
import { type Analytics } from '@latchkey/service-kit/analytics'
import { type SharedRedis } from '@latchkey/service-kit/shared'
import { type Socials } from './auth/social/exchange.js'
import { type FarcasterOptions } from './auth/social/settings.js'
import { type Waits } from './auth/waits.js'
import { type BuiltPage } from './builtPage.js'
import { type FrameLimits } from './limits.js'
import { type Mailer, type Sender } from './mail/sender.js'
import { type Audit } from './operate/audit.js'
import { type Projects } from './projects.js'
import { type SmartAccounts } from './smartAccounts/enabled.js'
import { type Tables } from './store/schema.js'
import { type ServingStore } from './store/servingStore.js'
import { type Keys } from './vault/keyFile.js'
import { type RecoveryVault } from './vault/recovery.js'
import { type Vault } from './vault/seal.js'

export const COUNTERS = {
  requests_total: 'Requests answered, by path and status.',
  sign_ins_total: 'Sign-ins by kind and outcome.',
  mails_total: 'Mails by kind and outcome.',
  refused_total: 'Requests refused, by reason.',
  share_releases_total: "Releases of the service's share.",
  recoveries_total: 'Releases of recovery shares.',
  events_total: 'Analytics events, by whether they were taken or dropped.',
} as const

/** The parts of a running service that its routes use. */
export interface FrameContext {
  /** Origin of page and service, as visitors reach it. */
  publicUrl: string
  projects: Projects
  recoveryMode: 'automatic' | 'user'
  approvalWindow: 'auto' | 'always'
  /** RPC urls of the operator, by CAIP-2 id. */
  rpc: Readonly<Record<string, string>>
  smartAccounts: SmartAccounts
  limits: FrameLimits
  sessionMs: number
  store: ServingStore<Tables>
  vault: Vault
  recovery: RecoveryVault
  /** Absent: one instance, or several that look once a second. */
  redis: SharedRedis | undefined
  /** The servers that it stands on, as `/health` tells of them. */
  servers(): readonly PartHealth[]
  keys: Keys
  audit: Audit
  mailer: Mailer
  mailFrom: Sender
  waits: Waits
  analytics: Analytics
  /** The providers that are set up. */
  socials: Socials
  farcaster: FarcasterOptions | undefined
  metrics: Metrics<keyof typeof COUNTERS>
  clientAddress: ClientAddress
  /** Absent: the page was not built. */
  page: BuiltPage | undefined
  isClosing(): boolean
  now(): number
  log: Log
}
