// The thread that follows chains. SQLite works synchronously, so it would hold up the server's own
// thread while a window is written.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { setTimeout } from 'node:timers/promises'
import { isStoreError } from '../store/errors.js'
import { openStore } from '../store/openStore.js'
import { type FollowingOptions } from './following.js'
import { runFollowers } from './run.js'

const { store: place, chains } = workerData as FollowingOptions
const port = parentPort as MessagePort
const stop = new AbortController()
const AGAIN_MS = 1_000
port.once('message', () => stop.abort())

// After a power cut the newest windows are read again, so they need not be on the disk at once.
const store = await openWhenItAnswers()
if (store) {
  await runFollowers(store, chains, stop.signal, (report) => port.postMessage(report))
  await store.close()
}
port.close()

/** A PostgreSQL that is away is waited for; the server's own thread tells of it. */
async function openWhenItAnswers() {
  while (!stop.signal.aborted)
    try {
      return await openStore({ ...place, durable: false })
    } catch (error) {
      if (!place.url || !isStoreError(error, 'store.unreachable')) throw error
      await setTimeout(AGAIN_MS, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  return undefined
}
