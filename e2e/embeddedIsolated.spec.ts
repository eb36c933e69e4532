// The secure frame in pages that are isolated from all other origins, and the policy of its own page.
import { expect, test, type Page } from '@playwright/test'
import { startMail } from '@latchkey-tools/localnet'
import { verifyMessage, type Hex } from 'viem'
import { startSecureFrame, type RunningFrame } from '../tools/localnet/secureFrame.mjs'
import { approveByMouse, ask, openFrame, signIn, startFrameHost } from './support/frameHost.js'

type Host = Awaited<ReturnType<typeof startFrameHost>>
const EMBEDDERS = ['require-corp', 'credentialless'] as const

let mail: Awaited<ReturnType<typeof startMail>>
let hosts: Record<(typeof EMBEDDERS)[number] | 'plain', Host>
let service: RunningFrame

const isolated = (embedder: string): Promise<Host> =>
  startFrameHost({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': embedder,
  })

test.beforeAll(async () => {
  mail = await startMail()
  hosts = {
    'require-corp': await isolated('require-corp'),
    credentialless: await isolated('credentialless'),
    plain: await startFrameHost(),
  }
  const pages = Object.values(hosts).map(({ url }) => url)
  service = await startSecureFrame({ mailUrl: mail.url, pages, recovery: 'automatic' })
})
test.afterAll(async () => {
  await service?.close()
  for (const host of Object.values(hosts ?? {})) host.close()
  await mail?.close()
})

/** Signs in and signs a message. */
async function use(page: Page, email: string): Promise<void> {
  const frame = page.frames()[1]!
  const { user } = await signIn(page, mail, email)
  const params = ['Hello', user.address]
  const answered = ask(page, 'rpc request', { method: 'personal_sign', params })
  await approveByMouse(frame)
  const signature = (await answered).payload!['result'] as Hex
  expect(await verifyMessage({ address: user.address, message: 'Hello', signature })).toBe(true)
}

for (const embedder of EMBEDDERS)
  test(`A page that is isolated by ${embedder} has the frame, which signs in and signs`, async ({
    page,
  }) => {
    await openFrame(page, hosts[embedder].url, service.url)
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
    await use(page, `${embedder}@shop.example`)
  })

test('An isolated page does not get a frame whose page forgot its headers', async ({ page }) => {
  // The proof that the page above asks for them.
  await page.route('**/frame?**', async (route) => {
    const response = await route.fetch()
    const { 'cross-origin-embedder-policy': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await page.goto(hosts['require-corp'].url)
  const src = `${service.url}/frame?projectId=local`
  const failed = page.waitForEvent('requestfailed', (request) => request.url() === src)
  await page.evaluate((address) => void window.insert(address), src)
  expect((await failed).failure()?.errorText).toContain('BLOCKED')
})

test('The page of the frame runs no text as a script, and loads nothing of other hosts', async ({
  page,
}) => {
  const frame = await openFrame(page, hosts.plain.url, service.url)
  const outcome = await frame.evaluate(async (stranger) => {
    const asFailure = (run: () => unknown): string => {
      try {
        return `ran ${String(run())}`
      } catch (error) {
        return (error as Error).name
      }
    }
    const load = (name: 'script' | 'img' | 'link'): Promise<string> =>
      new Promise((resolve) => {
        const made = document.createElement(name)
        made.addEventListener('load', () => resolve('loaded'))
        made.addEventListener('error', () => resolve('blocked'))
        if (made instanceof HTMLLinkElement) [made.rel, made.href] = ['stylesheet', stranger]
        else if (made instanceof HTMLImageElement) made.src = stranger
        // A script's address must be trusted: the assignment itself fails.
        else if (asFailure(() => ((made as HTMLScriptElement).src = stranger)) === 'TypeError')
          return resolve('refused')
        document.head.append(made)
      })
    const inline = asFailure(() => {
      const script = document.createElement('script')
      script.text = 'document.title = "ran"'
      document.head.append(script)
      return document.title
    })
    const html = '<img src=x onerror="document.title = 1">'
    return {
      // eslint-disable-next-line no-restricted-syntax -- the page must refuse it
      html: asFailure(() => (document.body.innerHTML = html)),
      // Playwright lets its own call evaluate texts: a timer is none of it.
      eval: await new Promise((resolve) => {
        // eslint-disable-next-line no-eval -- the page must refuse it
        setTimeout(() => resolve(asFailure(() => (0, eval)('1'))))
      }),
      inline,
      policy: asFailure(() =>
        (
          window as unknown as {
            trustedTypes: { createPolicy(name: string, rules: object): object }
          }
        ).trustedTypes.createPolicy('mine', { createHTML: (text: string) => text }),
      ),
      script: await load('script'),
      style: await load('link'),
      image: await load('img'),
      fetched: await fetch(stranger).then(
        () => 'fetched',
        () => 'blocked',
      ),
    }
  }, `${hosts.credentialless.url}/x`)
  expect(outcome).toEqual({
    html: 'TypeError',
    eval: 'EvalError',
    inline: 'TypeError',
    policy: 'TypeError',
    script: 'refused',
    style: 'blocked',
    image: 'blocked',
    fetched: 'blocked',
  })
})
