import { randomBytes } from 'node:crypto'
import { type Env } from '@latchkey/service-kit'
import { SecureFrameError, invalidOption } from '../errors.js'
import { newServiceKey, publicHalf } from '../keeper/keyFiles.js'
import { readPage } from '../builtPage.js'
import { openRecoveryStore, openStore } from '../store/openStore.js'
import { newKeys, newRecoveryKeys, readKeys, readRecoveryKeys } from '../vault/keyFile.js'
import { createMarkers } from '../vault/markers.js'
import { createAudit } from './audit.js'
import { backup, restore, restoreRecovery } from './backup.js'
import { moveRecovery } from './moveRecovery.js'
import { requireWhole } from './requireWhole.js'
import { rotateKeys, rotateRecoveryKeys } from './rotateKeys.js'
import { verifyPage } from './verifyPage.js'

const HELP = `latchkey-secure-frame                     starts the service
latchkey-secure-frame keys [recovery|service]   prints a new file of keys
latchkey-secure-frame keys public FILE    prints the public half of a file of keys
latchkey-secure-frame backup FILE         copies DATABASE_URL while the service runs
latchkey-secure-frame backup recovery FILE   the same for RECOVERY_DATABASE_URL
latchkey-secure-frame restore FILE        brings a backup back to an empty DATABASE_URL
latchkey-secure-frame restore recovery FILE
latchkey-secure-frame rotate-keys [recovery]  seals anew what is under older keys than the first one
latchkey-secure-frame move-recovery --to URL  moves the recovery shares to a keeper
latchkey-secure-frame move-recovery --to URL --drop WALLET ...   also deletes those that it named as left
latchkey-secure-frame forget-keeper --yes forgets the shares of a keeper that is lost
latchkey-secure-frame verify URL          compares a running page with this release
latchkey-secure-frame audit verify        reads the chain of the audit log
latchkey-secure-frame --role keeper       starts a keeper; --role keeper help tells its commands
`

/** Runs one of the commands beside the service. @returns what it says */
export async function runCommand(words: readonly string[], env: Env): Promise<string> {
  const [command, ...rest] = words
  const setting = (name: string): string => {
    const value = env[name]
    if (value) return value
    throw invalidOption(`${name} is missing. It is the same as for the service.`)
  }
  // Keys of one day are told apart.
  const keyId = `${new Date().toISOString().slice(0, 10)}-${randomBytes(4).toString('hex')}`
  if (command === 'keys') return makeKeys(rest, keyId)
  const isRecovery = rest[0] === 'recovery'
  const [place] = isRecovery ? rest.slice(1) : rest
  if (command === 'audit' && place === 'verify') return verifyAudit(setting)
  if (command === 'move-recovery') return move(rest, env)
  if (command === 'forget-keeper' && rest[0] === '--yes')
    return forgetKeeper(env.RECOVERY_DATABASE_URL || setting('DATABASE_URL'))
  if (command === 'rotate-keys') return rotateAll(setting, isRecovery)
  if (place === undefined) return HELP
  const name = isRecovery ? 'RECOVERY_DATABASE_URL' : 'DATABASE_URL'
  if (command === 'backup') return `${await backup(setting(name), place)}\n`
  if (command === 'restore' && isRecovery) return `${await restoreRecovery(place, setting(name))}\n`
  if (command === 'restore') {
    const keys = await readKeys(setting('KEYS'))
    return `${await restore(place, setting(name), keys)}\n`
  }
  return command === 'verify' ? verify(place) : HELP
}

const makeKeys = async ([kind, path]: readonly string[], keyId: string): Promise<string> => {
  if (kind === 'recovery') return newRecoveryKeys(keyId)
  if (kind === 'service') return newServiceKey(keyId)
  if (kind !== 'public') return newKeys(keyId)
  if (path === undefined) throw failed('Name the file of keys: keys public FILE.')
  return publicHalf(path)
}

const move = async ([to, url, drop, ...wallets]: readonly string[], env: Env): Promise<string> => {
  const isDropping = drop === '--drop' && wallets.length > 0
  if (to !== '--to' || url === undefined || (drop !== undefined && !isDropping)) return HELP
  return moveRecovery(url, env, wallets)
}

const rotateAll = async (
  setting: (name: string) => string,
  isRecovery: boolean,
): Promise<string> => {
  const main = setting('DATABASE_URL')
  const count = isRecovery
    ? await rotateRecoveryKeys(
        main,
        setting('RECOVERY_DATABASE_URL'),
        await readRecoveryKeys(setting('RECOVERY_KEYS')),
      )
    : await rotateKeys(main, (await readKeys(setting('KEYS'))).wrapping)
  const when = 'after all instances were started with the new one first'
  return `Sealed ${count} anew. Older keys may go when this says 0 ${when}.\n`
}

const forgetKeeper = async (url: string): Promise<string> => {
  const store = await openRecoveryStore(url)
  try {
    const count = await createMarkers(store).forget()
    return (
      `Forgot ${count} shares. Persons whose device has its share choose another recovery at their next ` +
      'signature; all others have lost their wallets.\n'
    )
  } finally {
    await store.close()
  }
}

const verify = async (url: string): Promise<string> => {
  const page = await readPage()
  if (!page) throw failed('This package has no built page to compare with.')
  const { files, problems } = await verifyPage(url, page.manifest)
  if (problems.length > 0) throw failed(problems.join('\n'))
  return `The page and its ${files} files are those of this release.\n`
}

const verifyAudit = async (setting: (name: string) => string): Promise<string> => {
  const { pepper } = await readKeys(setting('KEYS'))
  const store = await openStore(setting('DATABASE_URL'), { isReader: true })
  try {
    return requireWhole(await createAudit(store.engine, pepper).verify(store.db))
  } finally {
    await store.close()
  }
}

const failed = (message: string): SecureFrameError =>
  new SecureFrameError('secure-frame.command_failed', message)
