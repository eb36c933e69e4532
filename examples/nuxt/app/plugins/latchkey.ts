import { defineElements } from '@latchkey/ui-react/elements'
import { provideKernel } from '@latchkey/vue'

// On the server the kernel asks nobody, and there are no elements to define.
export default defineNuxtPlugin(({ vueApp }) => {
  provideKernel(kernel, vueApp)
  defineElements()
})
