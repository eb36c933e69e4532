// Owners, templates, rules of conduct and updates of dependencies, for people who take part.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { repositoryUrl } from '../../checks/pack/facts.mjs'
import { at } from '../../run/lib/paths.mjs'
import { BRAND_FILE, readBrand } from '../lib/rename.mjs'

const text = (path) => readFileSync(at(path), 'utf8')
const brand = await readBrand(text(BRAND_FILE))
const inTemplates = (name) => `.github/ISSUE_TEMPLATE/${name}`
const templates = readdirSync(at('.github/ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml')

describe('Contacts', () => {
  const rules = text('.github/CODEOWNERS')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/))

  it('Every owner is the one that brand.ts names, and every path exists', () => {
    expect(rules.length).toBeGreaterThan(3)
    for (const [pattern, ...owners] of rules) {
      expect(owners).toEqual([brand.maintainers])
      if (pattern !== '*') expect(existsSync(at(pattern)), pattern).toBe(true)
    }
  })

  it('The code of conduct names the contact of brand.ts, and nobody is named elsewhere', () => {
    expect(text('CODE_OF_CONDUCT.md')).toContain(`Tell ${brand.conduct} what`)
    const addresses = ['CODE_OF_CONDUCT.md', 'SECURITY.md', ...templates.map(inTemplates)].flatMap(
      (path) => text(path).match(/[\w.+-]+@[\w-]+\.[a-z]{2,}/g) ?? [],
    )
    expect(addresses.filter((address) => address !== brand.conduct)).toEqual([])
  })
})

describe('Templates of issues', () => {
  it.each(templates)('%s has a name, a description and questions that are told apart', (name) => {
    const { name: title, description, body } = parse(text(inTemplates(name)))
    expect([title, description].every((value) => /^\S.+/.test(value))).toBe(true)
    const questions = body.filter(({ type }) => type !== 'markdown')
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
    expect(questions.some(({ validations }) => validations?.required)).toBe(true)
    for (const { type } of body)
      expect(['markdown', 'input', 'textarea', 'checkboxes', 'dropdown']).toContain(type)
  })

  it('Weaknesses are reported in private, and the documents that are named exist', () => {
    const { blank_issues_enabled: blank, contact_links: links } = parse(
      text(inTemplates('config.yml')),
    )
    expect(blank).toBe(false)
    expect(links.map(({ url }) => url)).toContain(`${repositoryUrl}/security/advisories/new`)
    for (const { url } of links) {
      const path = url.split(`${repositoryUrl}/blob/main/`)[1]
      expect(path === undefined || existsSync(at(path)), url).toBe(true)
    }
  })
})

describe('Updates of dependencies', () => {
  const { updates } = parse(text('.github/dependabot.yml'))
  it('Packages and actions are updated, and nothing younger than a week is taken', () => {
    expect(updates.map((one) => one['package-ecosystem']).sort()).toEqual(['github-actions', 'npm'])
    for (const { cooldown } of updates) expect(cooldown['default-days']).toBeGreaterThanOrEqual(7)
  })
})
