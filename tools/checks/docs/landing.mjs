// The head of a README is the first thing that somebody sees of a package on its registry.
import { fromMarkdown } from 'mdast-util-from-markdown' // reads Markdown into a tree
import { toString } from 'mdast-util-to-string' // the text of a node without its marks
import { visit } from 'unist-util-visit' // finds nodes of a kind in that tree
import { repositoryUrl } from '../pack/facts.mjs'

const LONGEST_SENTENCE = 200
const LONGEST_SAMPLE = 20
const DOCS = `${repositoryUrl}/blob/main/docs/`
const COMPILED = ['ts', 'tsx']

/** @typedef {{ type: string, lang?: string, meta?: string, value?: string, depth?: number }} Block */

/** @param {string} text of a document @returns {Block[]} */
export const blocksOf = (text) => fromMarkdown(text).children

const sentencesIn = (text) => [
  ...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text),
]

/** Complaints about a block that has to be one sentence. */
export function sentenceComplaints(block) {
  if (block?.type !== 'paragraph') return ['the heading is not followed by one sentence']
  const text = toString(block)
  return [
    sentencesIn(text).length !== 1 && `not one sentence: ${text}`,
    !/\.$/.test(text) && `the sentence does not end with a full stop: ${text}`,
    text.length > LONGEST_SENTENCE && `the sentence has ${text.length} characters`,
  ].filter(Boolean)
}

/** Words of a shell block, without comments; a version behind a name is left out. */
const wordsOf = ({ value }) =>
  value
    .replace(/#.*$/gm, '')
    .split(/\s+/)
    .map((word) => word.replace(/(?<=.)@\d[\w.]*$/, ''))

/** The command that gets a package: those of `npm create` are named without `create-`. */
const createdAs = (name) => name.replace('/create-', '/')

/** @param {string} sample @returns {string[]} packages that it imports, our own too */
const importsOf = (sample) =>
  [...sample.matchAll(/^import .*? from '([^'.][^']*)'/gm)].map(
    ([, module]) => /^(?:@[^/]+\/)?[^/]+/.exec(module)[0],
  )

function installComplaints(block, name, sample) {
  if (block?.type !== 'code' || block.lang !== 'sh')
    return ['the sentence is not followed by a shell block that installs it']
  const words = wordsOf(block)
  const isCreated = block.value.startsWith(`npm create ${createdAs(name)}`)
  if (!isCreated && !block.value.startsWith('npm install '))
    return [`the shell block does not begin with npm install`]
  return (isCreated ? [] : [name, ...importsOf(sample?.value ?? '')])
    .filter((wanted) => !words.includes(wanted))
    .map((wanted) => `the install line does not name ${wanted}`)
}

function sampleComplaints(block) {
  if (block?.type !== 'code' || !COMPILED.includes(block.lang))
    return ['the install line is not followed by a sample in TypeScript']
  const lines = block.value.split('\n').length
  return [
    block.meta?.includes('ignore') && 'the first sample is not compiled',
    lines > LONGEST_SAMPLE && `the first sample has ${lines} lines`,
  ].filter(Boolean)
}

/** Links below a block. */
function linksOf(block) {
  const urls = []
  visit(block, 'link', ({ url }) => void urls.push(url))
  return urls
}

/**
 * Complaints about the head of a package's README: its name, one sentence, how to install it, the
 * smallest sample, and a link to the documents. That the sample compiles and that the links lead
 * somewhere is tested of all documents.
 * @param {string} text @param {string} name of the package @returns {string[]}
 */
export function landingComplaints(text, name) {
  const [heading, sentence, install, sample, links] = blocksOf(text)
  return [
    ...(heading?.depth === 1 && toString(heading) === name
      ? []
      : [`it does not begin with ${name}`]),
    ...sentenceComplaints(sentence),
    ...installComplaints(install, name, sample),
    ...sampleComplaints(sample),
    ...(links?.type === 'paragraph' && linksOf(links).some((url) => url.startsWith(DOCS))
      ? []
      : ['the sample is not followed by a link to the documents']),
  ]
}
