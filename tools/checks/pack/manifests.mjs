#!/usr/bin/env node
// Writes into the manifest of every published package whose it is, where it lives and how
// registries find it: node tools/checks/pack/manifests.mjs. The check of tarballs says where one differs.
import { applyEdits, modify } from 'jsonc-parser' // changes one field and leaves the layout of the others
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publishedPackages } from '../../run/lib/workspace.mjs'
import { factsOf } from './facts.mjs'

/**
 * The text of a manifest with these facts. Fields that are right keep their place and form; new ones
 * follow the description.
 * @param {string} text @param {Record<string, unknown>} facts
 */
export const withFacts = (text, facts) => {
  const manifest = JSON.parse(text)
  const options = {
    formattingOptions: { tabSize: 2, insertSpaces: true },
    getInsertionIndex: (names) => names.indexOf('description') + 1,
  }
  return Object.entries(facts)
    .filter(([name, value]) => JSON.stringify(manifest[name]) !== JSON.stringify(value))
    .reverse()
    .reduce((made, [name, value]) => applyEdits(made, modify(made, [name], value, options)), text)
}

if (process.argv[1] === import.meta.filename) {
  for (const { dir, path, manifest } of publishedPackages()) {
    const file = join(dir, 'package.json')
    writeFileSync(file, withFacts(readFileSync(file, 'utf8'), factsOf(path, manifest)))
  }
}
