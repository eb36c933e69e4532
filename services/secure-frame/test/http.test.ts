import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterEach, expect, it } from 'vitest'
import { verifyPage } from '../src/operate/verifyPage.js'
import { EVM, ORIGIN, SOLANA, type TestFrame, startTestFrame } from './harness.js'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

/** A folder as the page's build leaves it. */
const buildPage = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-page-'))
  ending.push(() => rm(folder, { recursive: true }))
  const files: Record<string, string> = {}
  for (const [name, text] of [
    ['entry-1a2b.js', 'export {}'],
    ['style-3c4d.css', 'body{margin:0}'],
  ] as const) {
    await writeFile(join(folder, name), text)
    files[name] = `sha384-${createHash('sha384').update(text).digest('base64')}`
  }
  await writeFile(join(folder, 'secret.txt'), 'not in the manifest')
  const manifest = { entry: 'entry-1a2b.js', styles: ['style-3c4d.css'], preload: [], files }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  return { folder, manifest }
}
const start = async (changes: Parameters<typeof startTestFrame>[0] = {}): Promise<TestFrame> => {
  const frame = await startTestFrame(changes)
  ending.push(frame.close)
  return frame
}
const startWithPage = async () => {
  const { folder, manifest } = await buildPage()
  const rpc = { 'eip155:1': 'https://node.example/key</script>' }
  return { folder, manifest, frame: await start({ pageFolder: folder, rpc }) }
}

it('The page lets in its own files as scripts, and the origins of its project as parents', async () => {
  const { frame } = await startWithPage()
  const page = await fetch(`${frame.url}/frame?projectId=shop&chainId=1&version=4`)
  const html = await page.text()
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? []
  const early = createHash('sha256').update(script).digest('base64')
  const policy = page.headers.get('content-security-policy') ?? ''
  const directives = new Map(policy.split('; ').map((part) => [part.split(' ')[0], part]))
  expect(directives.get('default-src')).toBe("default-src 'none'")
  expect(directives.get('script-src')).toBe(
    `script-src ${frame.url}/frame/assets/ 'sha256-${early}' 'wasm-unsafe-eval'`,
  )
  expect(directives.get('frame-ancestors')).toBe(`frame-ancestors ${ORIGIN} https://*.shop.example`)
  expect(directives.get('connect-src')).toBe("connect-src 'self' https://node.example")
  expect(directives.get('require-trusted-types-for')).toBe("require-trusted-types-for 'script'")
  expect(directives.get('base-uri')).toBe("base-uri 'none'")
  expect(page.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(page.headers.get('cross-origin-embedder-policy')).toBe('credentialless')
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  const cookie = page.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^__Host-latchkey-device=[\w-]{43};/)
  for (const word of ['HttpOnly', 'Secure', 'SameSite=None', 'Partitioned', 'Path=/'])
    expect(cookie).toContain(word)
  expect(html).toMatch(
    /<script type="module" src="\/frame\/assets\/entry-1a2b\.js" integrity="sha384-/,
  )
  const [, data = ''] = /<script type="application\/json"[^>]*>(.*?)<\/script>/.exec(html) ?? []
  expect(JSON.parse(data)).toMatchObject({
    projectId: 'shop',
    recovery: 'user',
    rpc: { 'eip155:1': 'https://node.example/key</script>' },
  })
})

it('Built files are served for ever, and nothing beside them', async () => {
  const { frame } = await startWithPage()
  const asset = await fetch(`${frame.url}/frame/assets/entry-1a2b.js`)
  expect([asset.status, await asset.text()]).toEqual([200, 'export {}'])
  expect(asset.headers.get('cache-control')).toContain('immutable')
  expect(asset.headers.get('content-type')).toContain('text/javascript')
  for (const path of [
    'secret.txt',
    'manifest.json',
    '..%2fpackage.json',
    '%2e%2e%2fx',
    '__proto__',
  ])
    expect((await fetch(`${frame.url}/frame/assets/${path}`)).status).toBe(404)
})

it('A page that is refused learns why, from any origin', async () => {
  const frame = await start()
  const check = async (projectId: string, origin: string) => {
    const answer = await fetch(`${frame.url}/frame/check?projectId=${projectId}`, {
      headers: { origin },
    })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    return answer.json()
  }
  expect(await check('shop', ORIGIN)).toEqual({ allowed: true })
  expect(await check('', ORIGIN)).toEqual({ allowed: true })
  expect(await check('shop', 'https://evil.example')).toEqual({ allowed: false, reason: 'origin' })
  expect(await check('shop', 'https://a.b.shop.example')).toEqual({
    allowed: false,
    reason: 'origin',
  })
  expect(await check('other', ORIGIN)).toEqual({ allowed: false, reason: 'project' })
  const page = await fetch(`${frame.url}/frame?projectId=other`)
  expect(page.status).toBe(403)
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

it('An identity token tells who signed in, to its own project and for five minutes', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  await frame.createWallet(ada)
  const issued = await ada.post('/v1/identity-token', { nonce: 'nonce-of-the-site' })
  const keys = createRemoteJWKSet(new URL(`${frame.url}/.well-known/jwks.json`))
  const verify = (audience: string, currentDate = new Date()) =>
    jwtVerify(issued.body.token, keys, { issuer: frame.url, audience, currentDate })
  const { payload } = await verify('shop')
  expect(payload).toMatchObject({
    email: 'ada@shop.example',
    email_verified: true,
    accounts: { eip155: EVM, solana: SOLANA },
    nonce: 'nonce-of-the-site',
  })
  await expect(verify('other')).rejects.toThrow()
  await expect(verify('shop', new Date(Date.now() + 301_000))).rejects.toThrow()
  const jwks = await (await fetch(`${frame.url}/.well-known/jwks.json`)).json()
  expect(Object.keys(jwks.keys[0])).not.toContain('d')
})

it('A project that does not ask for the address gets none', async () => {
  const frame = await start({ projects: [{ id: 'shop', origins: [ORIGIN] }] })
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  const { body } = await ada.post('/v1/identity-token', {})
  const claims = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString())
  expect(Object.keys(claims)).not.toContain('email')
})

it('A session gets so many identity tokens in a minute', async () => {
  const frame = await start({ limits: { tokens: 2 } })
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  const statuses = []
  for (let count = 0; count < 3; count += 1)
    statuses.push((await ada.post('/v1/identity-token', {})).status)
  expect(statuses).toEqual([200, 200, 429])
})

it('A running page is compared with its release, and one changed byte or tag shows', async () => {
  const { frame, folder, manifest } = await startWithPage()
  const url = `${frame.url}/frame?projectId=shop`
  const release = structuredClone(manifest)
  const check = (ask?: typeof fetch) => verifyPage(url, release, ask)
  expect(await check()).toEqual({ files: 2, problems: [] })
  const withTag: typeof fetch = async (to) => {
    const answer = await fetch(to)
    if (!String(to).includes('/frame?')) return answer
    const html = await answer.text()
    const tag = '<script src="https://evil.example/x.js"></script>'
    return new Response(html.replace('<body>', `<body>${tag}`), { headers: answer.headers })
  }
  expect((await check(withTag)).problems[0]).toContain('evil.example')
  const asData = (tag: string) => (html: string) => html.replace('<body>', `<body>${tag}`)
  const changes = [
    // It names itself as the settings, which are never run.
    asData(
      `<script data-x='id="latchkey-config" application/json' src='/frame/assets/x.js'></script>`,
    ),
    asData('<p onclick="evil()">'),
    (html: string) => html.slice(0, html.indexOf('</head>')),
    (html: string) => html.replace('"recovery":"user"', '"recovery":"nobody"'),
  ]
  for (const change of changes) {
    const changed: typeof fetch = async (to) => {
      const answer = await fetch(to)
      if (!String(to).includes('/frame?')) return answer
      return new Response(change(await answer.text()), { headers: answer.headers })
    }
    expect((await check(changed)).problems[0]).toContain(
      'The page is not the one that was released',
    )
  }
  const withPolicy: typeof fetch = async (to) => {
    const answer = await fetch(to)
    if (!String(to).includes('/frame?')) return answer
    const headers = new Headers(answer.headers)
    const policy = headers.get('content-security-policy')!
    headers.set('content-security-policy', policy.replace("connect-src 'self'", 'connect-src *'))
    return new Response(await answer.text(), { headers })
  }
  expect((await check(withPolicy)).problems).toEqual([
    'The content security policy of the page is not the one that was released.',
  ])
  await writeFile(join(folder, 'entry-1a2b.js'), 'export { }')
  expect((await check()).problems).toEqual([
    'The file entry-1a2b.js is not the one that was released.',
  ])
})

it('A manifest of the page with another shape stops the start', async () => {
  const { folder } = await buildPage()
  await writeFile(join(folder, 'manifest.json'), '{ "entry": 5 }')
  await expect(startTestFrame({ pageFolder: folder })).rejects.toMatchObject({
    code: 'secure-frame.invalid_option',
  })
})

it('Health, readiness and counts are there for those who run it', async () => {
  const { frame } = await startWithPage()
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  expect(await (await fetch(`${frame.url}/ready`)).json()).toEqual({
    ready: true,
    database: true,
    recovery: true,
    page: true,
  })
  const metrics = await (await fetch(`${frame.url}/metrics`)).text()
  expect(metrics).toContain('sign_ins_total{kind="email",outcome="signed_in"} 1')
  expect(metrics).toContain('mails_total{kind="link",outcome="sent"} 1')
  const noPage = await start()
  expect((await fetch(`${noPage.url}/ready`)).status).toBe(503)
  expect((await fetch(`${noPage.url}/frame?projectId=shop`)).status).toBe(503)
})

it('A wait ends when the service ends, and a body above 16 kB is refused', async () => {
  const frame = await start()
  const ada = await frame.newVisitor()
  const { body } = await frame.start(ada, 'ada@shop.example')
  await frame.nextMail('ada@shop.example')
  const big = await ada.post('/v1/email/verify', { id: body.id, code: '1'.repeat(17_000) })
  expect(big.status).toBe(413)
  const waiting = ada.post('/v1/device/wait', { id: body.id, seen: 'sent' })
  const metrics = async () => (await fetch(`${frame.url}/metrics`)).text()
  await expect.poll(metrics).toContain('secure_frame_waits 1')
  await frame.close()
  expect((await waiting).body.state).toBe('sent')
})
