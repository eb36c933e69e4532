import type { Catalogue } from '@latchkey/plugin-api'

export const hi: Catalogue = {
  'errors.smart.bad_input': 'स्मार्ट अकाउंट इस अनुरोध को पूरा नहीं कर सकता।',
  'errors.smart.limits_refused':
    'इस अनुमति को माँगी गई तरह सीमित नहीं किया जा सकता। कुछ भी नहीं दिया गया।',
  'errors.smart.bundler_failed':
    'नेटवर्क अभी स्मार्ट अकाउंट की कार्रवाइयाँ नहीं ले रहा। बाद में कोशिश करें या अपना दूसरा अकाउंट इस्तेमाल करें।',
  'errors.smart.gas_beyond_bounds': 'माँगा गया शुल्क बहुत ज़्यादा है। कुछ भी नहीं भेजा गया।',
  'errors.smart.paymaster_refused': 'शुल्क ऐसे किसी को चुकाना था जिसने कुछ और माँगा। कुछ भी नहीं भेजा गया।',
  'errors.smart.node_failed': 'अभी नेटवर्क से नहीं पूछा जा सकता। फिर से कोशिश करें।',
}
