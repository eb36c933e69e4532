import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { until } from './rawClient.js'

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

export interface RedisServer {
  url: string
  /** Gone, and all it held. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** A redis-server of its own on a free port, nothing on disk. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort()
  let child: ChildProcess | undefined
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: 'ignore' })
      await until(() => answers(port))
    },
    async stop() {
      const gone = new Promise((done) => child?.once('exit', done))
      child?.kill('SIGKILL')
      await gone
    },
  }
  await server.start()
  return server
}

const freePort = (): Promise<number> => new Promise((done) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const address = probe.address()
    probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
  })
})

const answers = (port: number): Promise<boolean> => new Promise((done) => {
  const socket = connect(port, '127.0.0.1', () => { socket.destroy(); done(true) })
  socket.on('error', () => done(false))
})
