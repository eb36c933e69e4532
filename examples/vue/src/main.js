import { defineElements } from '@latchkey/ui-react/elements'
import { createApp } from 'vue'
import App from './App.vue'
import { kernel } from './wallet.js'

defineElements()
createApp(App).provide('kernel', kernel).mount('#app')
