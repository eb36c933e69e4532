import { type Env } from '@latchkey/service-kit'
import { createAudit } from '../operate/audit.js'
import { backup, bringBack } from '../operate/backup.js'
import { requireWhole } from '../operate/requireWhole.js'
import { requireSettings } from '../settings.js'
import { openKeeperStore } from '../store/openStore.js'
import { readKeys } from '../vault/keyFile.js'
import { proveKeeperKeys, rotateKeeperKeys } from './keys.js'
import { inCommon } from './inCommon.js'

const HELP = `latchkey-secure-frame --role keeper                starts a keeper
latchkey-secure-frame --role keeper backup FILE    copies DATABASE_URL while it runs
latchkey-secure-frame --role keeper restore FILE   brings a backup back to an empty DATABASE_URL
latchkey-secure-frame --role keeper rotate-keys    seals anew what is under older keys than the first one
latchkey-secure-frame --role keeper audit verify   reads the chain of the audit log
`

/** Runs one of the commands beside a keeper, with its settings. @returns what it says */
export async function runKeeperCommand(words: readonly string[], env: Env): Promise<string> {
  const [command, place] = words
  const setting = (name: string) =>
    requireSettings(env, { [name]: 'the same as for the keeper' })(name)
  if (command === 'rotate-keys') {
    const { wrapping } = await readKeys(setting('KEYS'))
    return `Sealed ${await rotateKeeperKeys(setting('DATABASE_URL'), wrapping)} anew.\n`
  }
  if (command === 'audit' && place === 'verify') return verifyAudit(setting)
  if (place === undefined) return HELP
  if (command === 'backup') return `${await backup(setting('DATABASE_URL'), place)}\n`
  if (command === 'restore') return restore(place, setting)
  return HELP
}

const restore = async (source: string, setting: (name: string) => string): Promise<string> => {
  const keys = await readKeys(setting('KEYS'))
  const place = { name: 'DATABASE_URL', url: setting('DATABASE_URL') }
  const text = await bringBack(source, place, async () => {
    const store = await openKeeperStore(place.url)
    try {
      await proveKeeperKeys(store, keys)
      const rows = await store.db.selectFrom('kept').select('wallet').execute()
      return `${rows.length} shares`
    } finally {
      await store.close()
    }
  })
  return `${text}\n`
}

const verifyAudit = async (setting: (name: string) => string): Promise<string> => {
  const { pepper } = await readKeys(setting('KEYS'))
  const store = await openKeeperStore(setting('DATABASE_URL'), { isReader: true })
  try {
    return requireWhole(await createAudit(store.engine, pepper).verify(inCommon(store.db)))
  } finally {
    await store.close()
  }
}
