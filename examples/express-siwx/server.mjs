// A shop behind Express. Sessions are kept in Redis at REDIS_URL, or in memory without it. SITE is
// the address that visitors see; without it, this computer's own names.
import { createSiwxServer, memoryStore, redisStore } from '@latchkey/siwx-server'
import { toNodeHandler, toRequest } from '@latchkey/siwx-server/node'
import express from 'express'
import { Redis } from 'ioredis'
import process from 'node:process'

const port = Number(process.env.PORT ?? 3000)
const site = process.env.SITE

const siwx = createSiwxServer({
  domain: site ? new URL(site).host : [`localhost:${port}`, `127.0.0.1:${port}`],
  store: process.env.REDIS_URL ? redisStore(new Redis(process.env.REDIS_URL)) : memoryStore(),
  session: { kind: 'cookie', secure: site?.startsWith('https:') ?? false },
  // Contract accounts need a node of each chain on which they may sign in.
  nodes: process.env.NODE_URL ? { 'eip155:1': process.env.NODE_URL } : {},
})

/** Refuses visitors who are not signed in. */
const signedIn = async (request, response, next) => {
  const session = await siwx.getSession(toRequest(request))
  if (!session) return void response.status(401).json({ error: 'Sign in first.' })
  response.locals.session = session
  next()
}

const app = express()
app.disable('x-powered-by')
app.use('/api/siwx', toNodeHandler(siwx.handle))
app.get('/', (_, response) =>
  response.send('<!doctype html><html lang="en"><title>My shop</title><h1>My shop</h1></html>'),
)
app.get('/me', signedIn, (_, response) =>
  response.json({
    account: response.locals.session.accountAddress,
    chain: response.locals.session.chainId,
  }),
)
app.listen(port, '127.0.0.1')
