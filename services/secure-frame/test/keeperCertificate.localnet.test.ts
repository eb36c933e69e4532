// A certificate that is wrong is told to the operator. It is made by OpenSSL, as in the guide.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { testKeys } from './harness.js'
import { freePort, keeperHealth, publicOf, startKept, testServiceKeys } from './keeperBench.js'

it('A certificate that the service does not take is told as one, and not as a keeper that is away', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-certificate-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [cert, key] = [join(folder, 'keeper.crt'), join(folder, 'keeper.key')]
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=keeper'
  const subject = 'subjectAltName=IP:127.0.0.1'
  execFileSync('openssl', [...words.split(' '), '-addext', subject, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  })
  const tls = { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') }
  const [port, serviceKeys, keys] = [await freePort(), testServiceKeys(), testKeys('keeper')]
  const keeper = { url: `https://127.0.0.1:${port}`, keys: publicOf(keys.signing), serviceKeys }
  const kept = await startKept({
    frame: { keeper },
    keeper: { port, tls, keys, service: publicOf(serviceKeys) },
  })
  onTestFinished(kept.close)
  expect(kept.log.of('keeper.certificate')).toEqual([
    {
      ...{ level: 'error', event: 'keeper.certificate', cause: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
      message: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    },
  ])
  expect(await keeperHealth(kept.frame.url)).toBe('away')
  expect(kept.log.of('keeper.away')).toEqual([])
})
