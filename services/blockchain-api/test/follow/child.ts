// A process that follows the localnet, to be killed in the middle of its work.
import process from 'node:process'
import { startFollowing } from '../../src/follow/following.js'

const { store, chains } = JSON.parse(process.env.FOLLOW!) as Parameters<typeof startFollowing>[0]
const following = startFollowing({ store, chains })
process.once('SIGTERM', () => void following.close().then(() => process.exit(0)))
