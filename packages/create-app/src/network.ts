import { execFile } from 'node:child_process'
import process from 'node:process'
import { promisify } from 'node:util'
import { createError } from './CreateError.js'

const PATIENCE_MS = 30_000

/** Codes of Node for a host that cannot be reached, as npm prints them. */
const UNREACHABLE =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ENETDOWN|ETIMEDOUT|ERR_SOCKET_TIMEOUT|FETCH_ERROR|ENOTCACHED)\b/

/**
 * npm is asked and not the registry itself, because npm knows the proxy, the mirror and the
 * certificates of this machine. Where npm runs this command, it says where it is.
 */
function ping(): Promise<unknown> {
  const { npm_execpath: path = '' } = process.env
  const [program, first] = path.endsWith('npm-cli.js') ? [process.execPath, [path]] : ['npm', []]
  const args = [...first, 'ping', '--fetch-retries=0', `--fetch-timeout=${PATIENCE_MS / 2}`]
  // Node starts `npm.cmd` of Windows in a shell only.
  const shell = program === 'npm' && process.platform === 'win32'
  return promisify(execFile)(program, args, { timeout: PATIENCE_MS, shell })
}

/**
 * Checks that the registry can be reached, for a page whose packages cannot be installed is of no use.
 * A registry that answers with an error is there.
 * @throws CreateError `create.offline`
 */
export async function requireNetwork(): Promise<void> {
  try {
    await ping()
  } catch (error) {
    const { killed, stderr = '' } = error as { killed?: boolean; stderr?: string }
    const [reason] = UNREACHABLE.exec(stderr) ?? (killed ? ['no answer'] : [])
    if (reason === undefined) return
    throw createError(
      'create.offline',
      `The npm registry cannot be reached (${reason}), so nothing was written: ` +
        'try again with a network, or add --offline.',
      error,
    )
  }
}
