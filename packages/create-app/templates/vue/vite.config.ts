import { latchkey } from '@latchkey/vite'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

/** Our elements are custom elements, and no components of Vue. */
const isCustomElement = (tag: string) => tag.startsWith('latchkey-')

export default defineConfig({
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } }), latchkey()],
})
