import { SecureFrameError } from '../errors.js'
import { type Audit } from './audit.js'

/** @returns what a command says of a whole log @throws SecureFrameError where the chain breaks */
export function requireWhole({
  entries,
  head,
  brokenAt,
}: Awaited<ReturnType<Audit['verify']>>): string {
  if (brokenAt === undefined)
    return `The audit log is whole: ${entries} entries, the last is ${head}.\n`
  throw new SecureFrameError(
    'secure-frame.command_failed',
    `The chain of the audit log breaks at entry ${brokenAt}: it was changed, or KEYS is not the ` +
      'file of keys that it was written with.',
  )
}
