import type { Model } from '../model.js'
import { attribute } from './literal.js'
import { importsOf, kernelCode } from './kernelCode.js'

export const FRAMEWORKS = ['react', 'next', 'vue', 'svelte', 'plain'] as const
export type Framework = (typeof FRAMEWORKS)[number]

export interface CodeFile {
  path: string
  text: string
}
/** Everything that somebody copies: the command that installs, and the files. */
export interface Sample {
  install: string
  files: readonly CodeFile[]
}

/** The module that makes the kernel: the same for every framework. */
const walletFile = (model: Model, path: string): CodeFile => {
  const { imports, expression } = kernelCode(model)
  return { path, text: `${imports}\nexport const kernel = ${expression}\n` }
}

const install = (model: Model, ...more: readonly string[]): string =>
  `npm install ${[...kernelCode(model).packages, ...more].join(' ')}`

const isEmbedded = ({ shape }: Model): boolean => shape === 'embedded'

const BUTTONS = ['ConnectButton', 'NetworkButton'] as const

/** The elements of the page, a line each. `views` draws the modal's views in the page. */
const reactBody = (model: Model, views: string, indent: string): string =>
  ['<ConnectButton />', '<NetworkButton />', ...(isEmbedded(model) ? [views] : [])]
    .map((line) => `${indent}${line}\n`)
    .join('')

function react(model: Model): Sample {
  const names = [...BUTTONS, ...(isEmbedded(model) ? ['EmbeddedModal'] : []), 'LatchkeyProvider']
  const text =
    importsOf(names.map((name) => [name, '@latchkey/ui-react'])) +
    `import { kernel } from './wallet'\n\n` +
    'export default function App() {\n' +
    '  return (\n    <LatchkeyProvider kernel={kernel}>\n' +
    `${reactBody(model, '<EmbeddedModal kernel={kernel} />', '      ')}    </LatchkeyProvider>\n  )\n}\n`
  return {
    install: install(model),
    files: [walletFile(model, 'src/wallet.ts'), { path: 'src/App.tsx', text }],
  }
}

function next(model: Model): Sample {
  const providers =
    "'use client'\n\n" +
    "import { LatchkeyProvider } from '@latchkey/ui-react'\n" +
    "import type { ReactNode } from 'react'\nimport { kernel } from './wallet'\n\n" +
    'export const Providers = ({ children }: { children: ReactNode }) => (\n' +
    '  <LatchkeyProvider kernel={kernel}>{children}</LatchkeyProvider>\n)\n'
  const names = [...BUTTONS, ...(isEmbedded(model) ? ['WalletViews'] : [])]
  const reexported = `export { ${BUTTONS.join(', ')} } from '@latchkey/ui-react'\n`
  const buttons = isEmbedded(model)
    ? "'use client'\n\nimport { EmbeddedModal } from '@latchkey/ui-react'\n" +
      `import { kernel } from './wallet'\n\n${reexported}\n` +
      'export const WalletViews = () => <EmbeddedModal kernel={kernel} />\n'
    : `'use client'\n\n${reexported}`
  const direction = model.direction === 'rtl' ? ' dir="rtl"' : ''
  const layout =
    "import type { ReactNode } from 'react'\nimport { Providers } from './providers'\n\n" +
    'export default function RootLayout({ children }: { children: ReactNode }) {\n' +
    `  return (\n    <html lang="${model.locale}"${direction}>\n      <body>\n` +
    '        <Providers>{children}</Providers>\n      </body>\n    </html>\n  )\n}\n'
  const page =
    `import { ${names.join(', ')} } from './wallet-buttons'\n\n` +
    'export default function Page() {\n  return (\n    <>\n' +
    `${reactBody(model, '<WalletViews />', '      ')}    </>\n  )\n}\n`
  return {
    install: install(model),
    files: [
      walletFile(model, 'app/wallet.ts'),
      { path: 'app/providers.tsx', text: providers },
      { path: 'app/wallet-buttons.tsx', text: buttons },
      { path: 'app/layout.tsx', text: layout },
      { path: 'app/page.tsx', text: page },
    ],
  }
}

/** The custom elements of a page. `bind` is how its framework sets the kernel. */
const elements = (model: Model, bind: string, indent: string): string =>
  ['button', 'network-button', ...(isEmbedded(model) ? ['modal'] : [])]
    .map((name) => `${indent}<latchkey-${name}${bind}></latchkey-${name}>\n`)
    .join('')

function vue(model: Model): Sample {
  const text =
    '<script setup lang="ts">\n' +
    "import { defineElements } from '@latchkey/ui-react/elements'\n" +
    "import { kernel } from './wallet'\n\ndefineElements()\n</script>\n\n" +
    `<template>\n${elements(model, ' :kernel.prop="kernel"', '  ')}</template>\n`
  const config =
    "import vue from '@vitejs/plugin-vue'\nimport { defineConfig } from 'vite'\n\n" +
    'export default defineConfig({\n  plugins: [\n' +
    "    vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('latchkey-') } } }),\n" +
    '  ],\n})\n'
  return {
    install: install(model, 'react', 'react-dom'),
    files: [
      walletFile(model, 'src/wallet.ts'),
      { path: 'src/App.vue', text },
      { path: 'vite.config.ts', text: config },
    ],
  }
}

function svelte(model: Model): Sample {
  const text =
    '<script lang="ts">\n' +
    "  import { defineElements } from '@latchkey/ui-react/elements'\n" +
    "  import { kernel } from './wallet'\n\n  defineElements()\n</script>\n\n" +
    elements(model, ' {kernel}', '')
  return {
    install: install(model, 'react', 'react-dom'),
    files: [walletFile(model, 'src/wallet.ts'), { path: 'src/App.svelte', text }],
  }
}

function plain(model: Model): Sample {
  const { locale, direction, name } = model
  const html =
    `<!doctype html>\n<html lang="${locale}" dir="${direction}">\n  <head>\n    <meta charset="utf-8" />\n` +
    `    <meta name="application-name" content=${attribute(name)} />\n  </head>\n  <body>\n` +
    `${elements(model, '', '    ')}    <script type="module" src="/src/main.ts"></script>\n  </body>\n</html>\n`
  const tags = ['button', 'network-button', ...(isEmbedded(model) ? ['modal'] : [])]
  const selector = tags.map((tag) => `latchkey-${tag}`).join(', ')
  const main =
    "import { defineElements, type KernelElement } from '@latchkey/ui-react/elements'\n" +
    "import { kernel } from './wallet'\n\ndefineElements()\n" +
    `for (const element of document.querySelectorAll<KernelElement>('${selector}'))\n  element.kernel = kernel\n`
  return {
    install: install(model, 'react', 'react-dom'),
    files: [
      walletFile(model, 'src/wallet.ts'),
      { path: 'src/main.ts', text: main },
      { path: 'index.html', text: html },
    ],
  }
}

const SAMPLES: Readonly<Record<Framework, (model: Model) => Sample>> = {
  react,
  next,
  vue,
  svelte,
  plain,
}

/** The code of a page with this modal, for one framework. */
export const sampleOf = (model: Model, framework: Framework): Sample => SAMPLES[framework](model)
