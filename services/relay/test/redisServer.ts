import { type ChildProcess, spawn } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { until } from './rawClient.js'

export interface RedisServer {
  url: string
  /** Ends the server. Its data is lost. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** A redis-server of its own on a free port, with nothing on disk. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort()
  let child: ChildProcess | undefined
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      child = spawn(
        'redis-server',
        ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
        { stdio: 'ignore' },
      )
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

/**
 * The first port to try: below the ports that the system gives away, and apart from another suite
 * with a Redis.
 */
const freePort = (port = 16_379): Promise<number> =>
  new Promise((done) => {
    const probe = createServer()
      .once('error', () => done(freePort(port + 1)))
      .listen(port, '127.0.0.1', () => probe.close(() => done(port)))
  })

const answers = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      done(true)
    })
    socket.on('error', () => done(false))
  })
