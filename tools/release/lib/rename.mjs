// The product's name in every file: what stands for it, and what it becomes. packages/plugin-api/src/brand.ts
// is the one place where it is decided.
import ts from 'typescript'

/**
 * @typedef {object} Brand
 * @property {string} name one word with a capital: it is also part of identifiers
 * @property {string} scope of the packages, `@name`
 * @property {string} elementPrefix of custom elements
 * @property {string} storagePrefix of keys in the page's storage
 * @property {string} docs address of the documentation
 * @property {string} repository address of the sources
 * @property {string} maintainers team or account that reviews, `@owner/team`
 * @property {string} conduct where misconduct is reported
 */

export const BRAND_FILE = 'packages/plugin-api/src/brand.ts'

const NAME = /^[A-Z][A-Za-z0-9]{1,30}$/
const SCOPE = /^@[a-z0-9][a-z0-9._-]{0,60}$/
const HTTPS = /^https:\/\/[^\s'"]+[^\s'"/]$/
const REPOSITORY = /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/

/** @param {string} text of brand.ts, which imports nothing @returns {Promise<Brand>} */
export async function readBrand(text) {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
  const { outputText } = ts.transpileModule(text, { compilerOptions })
  const source = `data:text/javascript,${encodeURIComponent(outputText)}`
  const { brand, REPOSITORY: repository, CONTACTS } = await import(source)
  return { ...brand, repository, ...CONTACTS }
}

/** @param {Brand} old @param {Brand} wanted @returns {string[]} what is wrong with it, in sentences */
export function brandComplaints(old, wanted) {
  const follows = ['elementPrefix', 'storagePrefix'].filter(
    (field) => ![old[field], wanted.name.toLowerCase()].includes(wanted[field]),
  )
  return [
    !NAME.test(wanted.name) &&
      `name is "${wanted.name}": it has to be one word that begins with a capital, because code is named after it.`,
    !SCOPE.test(wanted.scope) && `scope is "${wanted.scope}": npm wants "@" and small letters.`,
    !HTTPS.test(wanted.docs) &&
      `docs is "${wanted.docs}": it has to be https, without a slash at its end.`,
    !REPOSITORY.test(wanted.repository) &&
      `REPOSITORY is "${wanted.repository}": it has to be https://github.com/owner/name.`,
    ...follows.map((field) => `${field} follows the name: leave it as it was.`),
  ].filter(Boolean)
}

const withoutScheme = (url) => url.replace(/^https:\/\/(?:github\.com\/)?/, '')
const literally = (text) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

/**
 * Pairs of what stands in files and what takes its place. An address that did not change is a pair as
 * well, so that the name inside it stays.
 */
const pairs = (old, wanted) => [
  [withoutScheme(old.repository), withoutScheme(wanted.repository)],
  [withoutScheme(old.docs), withoutScheme(wanted.docs)],
  [old.maintainers, wanted.maintainers],
  [old.conduct, wanted.conduct],
]
const words = (old, wanted) => [
  [old.name, wanted.name],
  [old.name.toLowerCase(), wanted.name.toLowerCase()],
  [old.name.toUpperCase(), wanted.name.toUpperCase()],
]

/**
 * @param {Brand} old
 * @param {Brand} wanted
 * @returns {(text: string) => string} renames in a text, or in the path of a file
 */
export function createRename(old, wanted) {
  const exact = pairs(old, wanted).sort(([a], [b]) => b.length - a.length)
  const patterns = [
    ...exact.map(([from]) => `${literally(from)}(?![\\w-])`),
    `${literally(old.scope)}(?![\\w-])`,
    ...words(old, wanted).map(([from]) => from),
  ]
  const targets = new Map([...words(old, wanted), [old.scope, wanted.scope], ...exact])
  const pattern = new RegExp(patterns.join('|'), 'g')
  return (text) => text.replace(pattern, (found) => targets.get(found) ?? found)
}
