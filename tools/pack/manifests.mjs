#!/usr/bin/env node
// Writes into the manifest of every published package whose it is, where it lives and how registries find it.
//   node tools/pack/manifests.mjs [--check]   --check only says what differs, and fails
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { say } from '../run/lib/log.mjs'
import { publishedPackages } from '../run/lib/workspace.mjs'
import { factComplaints, factsOf } from './facts.mjs'

/** Every field of a manifest begins a line of its own, two spaces in; what lies between two of them belongs to the first. */
const fieldsOf = (text) => {
  const [head, ...fields] = text.replace(/\n}\s*$/, '').split(/\n(?= {2}")/)
  return { head, fields: fields.map((field) => field.replace(/,\s*$/, '')) }
}
const nameOf = (field) => /^ {2}"([^"]+)"/.exec(field)?.[1]
const write = (name, value) => {
  const text = Array.isArray(value)
    ? `[${value.map((one) => JSON.stringify(one)).join(', ')}]`
    : JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')
  return `  "${name}": ${text}`
}

/**
 * The text of a manifest that states the facts. What is right already keeps its place and its form; what is new comes behind the description.
 * @param {string} text @param {Record<string, unknown>} facts
 */
export const withFacts = (text, facts) => {
  const manifest = JSON.parse(text)
  const { head, fields } = fieldsOf(text)
  let after = fields.findIndex((field) => nameOf(field) === 'description')
  for (const [name, value] of Object.entries(facts)) {
    const place = fields.findIndex((field) => nameOf(field) === name)
    if (place >= 0 && JSON.stringify(manifest[name]) !== JSON.stringify(value))
      fields[place] = write(name, value)
    if (place < 0) fields.splice(after + 1, 0, write(name, value))
    after = place >= 0 ? place : after + 1
  }
  return `${head}\n${fields.join(',\n')}\n}\n`
}

if (process.argv[1] === import.meta.filename) {
  const isCheck = process.argv.includes('--check')
  for (const { dir, path, manifest } of publishedPackages()) {
    const file = join(dir, 'package.json')
    const complaints = factComplaints(path, manifest)
    if (isCheck) for (const complaint of complaints) say(`${path}/package.json: ${complaint}`)
    else if (complaints.length > 0)
      writeFileSync(file, withFacts(readFileSync(file, 'utf8'), factsOf(path, manifest)))
    if (isCheck && complaints.length > 0) process.exitCode = 1
  }
}
