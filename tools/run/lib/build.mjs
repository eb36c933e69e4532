// Builds what has a build script, each package after those it uses, and only what changed since its last build.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { isEnding, run } from './children.mjs'
import { Explained, duration, say } from './log.mjs'
import { at, cacheDir } from './paths.mjs'
import { inOrder, reaches, workspacePackages } from './workspace.mjs'

const AT_ONCE = 2
/** A bundler that says nothing for so long will not end. */
const SILENT_MS = 12 * 60_000
const SHARED = ['tsconfig.base.json', 'tools/build/tsup.mjs', 'pnpm-lock.yaml']
const NOT_INPUT = new Set(['node_modules', 'dist', 'coverage', '.tmp', 'test-results', '.turbo'])
const isTest = (name) => /\.(test|test-d|contract\.test|browser\.test)\.[a-z]+$/.test(name)

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    if (NOT_INPUT.has(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile() && !isTest(entry.name)) yield path
  }
}

function inputHash(one, hashes) {
  const hash = createHash('sha256').update(process.version.split('.')[0])
  for (const file of SHARED)
    if (existsSync(at(file))) hash.update(file).update(readFileSync(at(file)))
  for (const file of filesBelow(one.dir))
    hash.update(file.slice(one.dir.length)).update(readFileSync(file))
  for (const name of one.uses) hash.update(`${name}:${hashes.get(name) ?? ''}`)
  return hash.digest('hex')
}

/** What the build left behind. Names, sizes and times are enough to see that somebody rebuilt or removed it. */
export function outputMark(dist) {
  if (!existsSync(dist)) return undefined
  const marks = readdirSync(dist, { recursive: true })
    .sort()
    .map((name) => {
      const { size, mtimeMs } = statSync(join(dist, name))
      return `${name}:${size}:${mtimeMs}`
    })
  return createHash('sha256').update(marks.join('\n')).digest('hex')
}

// The stamp lies beside node_modules' other caches, not in dist: dist is published as it is.
const stampFile = (one) => join(cacheDir, 'build', `${one.path.replaceAll('/', '__')}.json`)

function upToDate(one, inputs) {
  const file = stampFile(one)
  if (!existsSync(file)) return false
  const stamp = JSON.parse(readFileSync(file, 'utf8'))
  return (
    stamp.inputs === inputs &&
    stamp.outputs !== undefined &&
    stamp.outputs === outputMark(join(one.dir, 'dist'))
  )
}

async function buildOne(one, inputs) {
  rmSync(stampFile(one), { force: true })
  const began = Date.now()
  const path = [join(one.dir, 'node_modules/.bin'), at('node_modules/.bin'), process.env.PATH].join(
    delimiter,
  )
  const { code, output } = await run(one.manifest.scripts.build, [], {
    cwd: one.dir,
    shell: true,
    quiet: true,
    silentMs: SILENT_MS,
    env: { PATH: path },
  })
  if (code !== 0) {
    say(output.trimEnd())
    say(`✗ ${one.path} (exit code ${code})`)
    return false
  }
  mkdirSync(join(cacheDir, 'build'), { recursive: true })
  writeFileSync(
    stampFile(one),
    JSON.stringify({ inputs, outputs: outputMark(join(one.dir, 'dist')) }),
  )
  say(`✓ ${one.path} (${duration(Date.now() - began)})`)
  return true
}

/** Hashes of all packages, each folding in the hashes of what it uses. */
function hashAll(packages) {
  const hashes = new Map()
  for (const one of packages) hashes.set(one.name, inputHash(one, hashes))
  return hashes
}

/** Whether `one` has to wait for `other`; a circle through devDependencies does not count. */
const waitsFor = (byName, one, other) =>
  one.uses.includes(other.name) &&
  (one.usesAtRuntime.includes(other.name) || !reaches(byName, other.name, one.name))

async function buildAll(todo, hashes, byName) {
  const failed = []
  const running = new Map()
  const waiting = new Set(todo)
  const blocked = (one) =>
    [...waiting, ...running.keys()].some((other) => other !== one && waitsFor(byName, one, other))
  const launch = (one) => {
    waiting.delete(one)
    if (failed.some((other) => waitsFor(byName, one, other))) return void failed.push(one)
    running.set(
      one,
      buildOne(one, hashes.get(one.name)).then((ok) => {
        running.delete(one)
        if (!ok) failed.push(one)
      }),
    )
  }
  while (waiting.size + running.size > 0 && !isEnding()) {
    for (const one of [...waiting]) if (running.size < AT_ONCE && !blocked(one)) launch(one)
    if (running.size > 0) await Promise.race(running.values())
    else if (waiting.size > 0 && [...waiting].every(blocked)) launch([...waiting][0])
  }
  return failed
}

/**
 * @param {(path: string) => boolean} [wanted] by path, such as `packages/kernel`; everything by default
 * @throws {Explained} naming what could not be built
 */
export async function build(wanted = () => true) {
  const packages = inOrder(workspacePackages())
  const byName = new Map(packages.map((one) => [one.name, one]))
  const hashes = hashAll(packages)
  const buildable = packages.filter((one) => one.manifest.scripts?.build && wanted(one.path))
  const todo = buildable.filter((one) => !upToDate(one, hashes.get(one.name)))
  if (todo.length < buildable.length)
    say(
      `${buildable.length - todo.length} of ${buildable.length} packages are built and unchanged.`,
    )
  const failed = await buildAll(todo, hashes, byName)
  if (failed.length > 0)
    throw new Explained(`Not built: ${failed.map((one) => one.path).join(', ')}`)
}
