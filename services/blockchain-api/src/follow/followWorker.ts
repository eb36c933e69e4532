// The thread that follows chains. SQLite works synchronously, so it would hold up the server's own
// thread while a window is written.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openStore } from '../store/openStore.js'
import { type FollowingOptions } from './following.js'
import { runFollowers } from './run.js'

const { store: place, chains } = workerData as FollowingOptions
const port = parentPort as MessagePort
const stop = new AbortController()
port.once('message', () => stop.abort())

// After a power cut the newest windows are read again, so they need not be on the disk at once.
const store = await openStore({ ...place, durable: false })
await runFollowers(store, chains, stop.signal, (report) => port.postMessage(report))
await store.close()
port.close()
