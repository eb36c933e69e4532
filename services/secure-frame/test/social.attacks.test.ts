import { createHash } from 'node:crypto'
import { type SocialName } from '@latchkey-tools/localnet'
import { afterEach, expect, it } from 'vitest'
import { ORIGIN } from './harness.js'
import {
  PROVIDERS,
  type SocialBench,
  type WayBack,
  browse,
  resultOf,
  startSocialBench,
} from './socialBench.js'
import { type Answer, type Visitor, reasonOf } from './visitor.js'

const ending: SocialBench[] = []
afterEach(async () => {
  for (const bench of ending.splice(0)) await bench.close()
})

const LIMITS = { addressRequests: 1_000_000, socials: 1_000_000 }
const PROJECTS = ['shop', 'other'].map((id) => ({ id, origins: [ORIGIN] }))
const MINUTE = 60_000

interface Scene {
  bench: SocialBench
  provider: SocialName
  /** The person, who has signed in by this provider before. */
  ada: Visitor
  /** A stranger who wants to be taken for them, in a browser of their own. */
  eve: Visitor
}
/** Tries to sign in as another person. @returns the answers, each of which would be a way in */
type Attack = (scene: Scene) => Promise<readonly Answer[]>

/** The same way back with other fields. */
const changed = (way: WayBack, fields: Readonly<Record<string, string | undefined>>): WayBack => {
  const put = (all: URLSearchParams): URLSearchParams => {
    for (const [name, value] of Object.entries(fields))
      if (value === undefined) all.delete(name)
      else all.set(name, value)
    return all
  }
  if (way.method === 'POST') {
    const all = put(new URLSearchParams(way.fields))
    return { ...way, fields: Object.fromEntries(all) }
  }
  const url = new URL(way.url)
  put(url.searchParams)
  return { ...way, url: url.href }
}
const fieldOf = ({ url, fields }: WayBack, name: string): string =>
  fields[name] ?? new URL(url).searchParams.get(name) ?? ''

/** A sign-in that a frame begins, and the way back from its provider. */
const leave = async ({ bench, provider }: Scene, who: Visitor) => {
  const { body } = await bench.begin(who, provider)
  return { login: body.login as string, uri: body.uri as string }
}
const consented = async (scene: Scene, who: Visitor) => {
  const { login, uri } = await leave(scene, who)
  return { login, way: await scene.bench.providers.consent(uri) }
}
/** A frame tries what it has learned by itself. */
const tryLogin = async ({ bench }: Scene, who: Visitor, login: string): Promise<Answer> => {
  const { body } = await who.post('/v1/social/wait', { login })
  const guess = { login, result: 'A'.repeat(43) }
  const result = body.uri === undefined ? guess : resultOf(body.uri)
  return who.post('/v1/social/verify', { projectId: bench.options.projects[0]!.id, ...result })
}

/** The way back with other fields finds nothing and uses nothing: afterwards the person gets in. */
const misled =
  (fields: Readonly<Record<string, string | undefined>>): Attack =>
  async (scene) => {
    const { bench, ada, eve } = scene
    const { login, way } = await consented(scene, ada)
    const page = await browse(changed(way, fields), eve)
    expect([page.status, page.uri]).toEqual([410, undefined])
    const answers = [await tryLogin(scene, ada, login), await tryLogin(scene, eve, login)]
    const own = await browse(way, ada)
    expect((await bench.verify(ada, own.uri)).status).toBe(200)
    return answers
  }

const switched =
  (switches: Parameters<SocialBench['providers']['switch']>[1]): Attack =>
  async (scene) => {
    const { bench, provider, ada } = scene
    bench.providers.switch(provider, switches)
    const { way } = await consented(scene, ada)
    const page = await browse(way, ada)
    const answer = await bench.verify(ada, page.uri)
    bench.providers.switch(provider, {})
    return [answer]
  }

const isOidc = (provider: SocialName): boolean => provider === 'google' || provider === 'apple'

const ATTACKS: Readonly<Record<string, Attack>> = {
  'no state': misled({ state: undefined }),
  'a state that nobody has': misled({ state: 'A'.repeat(43) }),
  'a state of yesterday': async (scene) => {
    const { bench, ada } = scene
    const { login, way } = await consented(scene, ada)
    bench.pass(10 * MINUTE)
    const page = await browse(way, ada)
    expect(page.status).toBe(410)
    return [await tryLogin(scene, ada, login)]
  },
  'a state of another project': async (scene) => {
    const { bench, ada } = scene
    const { way } = await consented(scene, ada)
    const { uri } = await browse(way, ada)
    const answers = [await bench.verify(ada, uri, 'other'), await bench.verify(ada, uri, 'none')]
    // The right one still takes it: nothing was used.
    expect((await bench.verify(ada, uri)).status).toBe(200)
    return answers
  },
  'the callback of another provider': async (scene) => {
    const { bench, provider, ada } = scene
    const { login, way } = await consented(scene, ada)
    const other = PROVIDERS[(PROVIDERS.indexOf(provider) + 1) % PROVIDERS.length]!
    const url = way.url.replace(`/social/${provider}/`, `/social/${other}/`)
    expect((await browse({ ...way, url }, ada)).status).toBe(410)
    const answer = await tryLogin(scene, ada, login)
    expect((await bench.verify(ada, (await browse(way, ada)).uri)).status).toBe(200)
    return [answer]
  },
  'a callback that is replayed': async (scene) => {
    const { bench, ada, eve } = scene
    const { login, way } = await consented(scene, ada)
    const { uri } = await browse(way, ada)
    expect((await bench.verify(ada, uri)).status).toBe(200)
    for (const who of [ada, eve]) expect((await browse(way, who)).status).toBe(410)
    return [await bench.verify(ada, uri), await tryLogin(scene, eve, login)]
  },
  'a second answer to one state': async (scene) => {
    const { bench, provider, ada, eve } = scene
    bench.providers.switch(provider, { person: { id: '666', name: 'Eve' } })
    const foreign = (await consented(scene, eve)).way
    bench.providers.switch(provider, {})
    const { way } = await consented(scene, ada)
    const { uri } = await browse(way, ada)
    const injected = changed(way, { code: fieldOf(foreign, 'code') })
    expect((await browse(injected, ada)).status).toBe(410)
    const { body } = await bench.verify(ada, uri)
    return body.user.userName === 'Eve' ? [{ ...body, status: 200 }] : []
  },
  'the code of another person’s sign-in': async (scene) => {
    const { bench, ada, eve } = scene
    const stolen = fieldOf((await consented(scene, ada)).way, 'code')
    const own = await consented(scene, eve)
    const { uri } = await browse(changed(own.way, { code: stolen }), eve)
    return [await bench.verify(eve, uri)]
  },
  'a code that was used': async (scene) => {
    const { bench, ada } = scene
    await bench.signInBy(ada, scene.provider)
    return switched({ reusedCode: true })(scene)
  },
  'the nonce, or the challenge, of another sign-in': async (scene) => {
    if (isOidc(scene.provider)) return switched({ wrongNonce: true })(scene)
    const { bench, ada } = scene
    const uri = new URL((await leave(scene, ada)).uri)
    const challenge = createHash('sha256').update('mine').digest('base64url')
    uri.searchParams.set('code_challenge', challenge)
    const page = await browse(await bench.providers.consent(uri.href), ada)
    return [await bench.verify(ada, page.uri)]
  },
  'another issuer, or the code of another provider': async (scene) => {
    const { bench, provider, ada } = scene
    if (isOidc(provider)) return switched({ wrongIssuer: true })(scene)
    const google = await consented({ ...scene, provider: 'google' }, ada)
    const { way } = await consented(scene, ada)
    const { uri } = await browse(changed(way, { code: fieldOf(google.way, 'code') }), ada)
    return [await bench.verify(ada, uri)]
  },
  'a redirect to a stranger': async (scene) => {
    const { bench, provider, ada } = scene
    const uri = new URL((await leave(scene, ada)).uri)
    uri.searchParams.set('redirect_uri', 'https://evil.example/callback')
    await expect(bench.providers.consent(uri.href)).rejects.toThrow('400')
    const returnTo = 'https://evil.example/'
    return [
      await bench.begin(ada, provider, { returnTo }),
      await bench.begin(ada, provider, { returnTo: 'https://shop.example@evil.example/' }),
      await bench.begin(ada, provider, { origin: 'https://evil.example' }),
    ]
  },
  'a result that was stolen, and one that is taken twice': async (scene) => {
    const { bench, ada, eve } = scene
    const { way } = await consented(scene, ada)
    const { uri } = await browse(way, ada)
    const stolen = await bench.verify(eve, uri)
    expect((await bench.verify(ada, uri)).status).toBe(200)
    return [stolen, await bench.verify(ada, uri), await bench.verify(eve, uri)]
  },
  'a sign-in that a stranger began, in the browser of the person': async (scene) => {
    const { bench, ada, eve } = scene
    // Eve begins, and has the person follow the link, who consents at their provider.
    const { login, way } = await consented(scene, eve)
    const page = await browse(way, ada)
    expect(page.html).toContain('<form')
    expect(page.target).toBe(ORIGIN)
    const answers = [await tryLogin(scene, eve, login), await bench.verify(ada, page.uri)]
    expect((await eve.post('/v1/social/wait', { login })).body).toEqual({ state: 'returned' })
    return answers
  },
}

it('Nobody gets in by state, nonce, challenge, issuer, code, redirect, replay, or another provider or browser', async ({
  task,
}) => {
  const bench = await startSocialBench({ limits: LIMITS, projects: PROJECTS })
  ending.push(bench)
  let tries = 0
  const gotIn: string[] = []
  for (const provider of PROVIDERS)
    for (const [name, attack] of Object.entries(ATTACKS)) {
      const [ada, eve] = [await bench.newVisitor(), await bench.newVisitor()]
      expect((await bench.signInBy(ada, provider)).status).toBe(200)
      const answers = await attack({ bench, provider, ada, eve })
      tries += 1
      if (answers.some(({ status }) => status === 200)) gotIn.push(`${provider}: ${name}`)
      for (const answer of answers) if (answer.status !== 200) reasonOf(answer)
    }
  task.meta.attack = {
    attack: `sign-in by six providers: ${Object.keys(ATTACKS).length} kinds each`,
    tries,
    wanted: '0 in',
    seen: `${gotIn.length} in`,
  }
  expect(gotIn).toEqual([])
  expect(tries).toBe(PROVIDERS.length * Object.keys(ATTACKS).length)
})
