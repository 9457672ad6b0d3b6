/**
 * Samplers of some local servers, with the values at which they do nothing. Like the tables below, they are fields of
 * SillyTavern's presets that Everkin does not use. What is switched off in a file is not worth a line of the report.
 */
const SAMPLERS: Readonly<Record<string, readonly unknown[]>> = {
  temperature_last: [],
  typical_p: [1],
  typical: [1],
  tfs: [1],
  top_a: [0],
  epsilon_cutoff: [0],
  eta_cutoff: [0],
  mirostat_mode: [0],
  dry_multiplier: [0],
  xtc_probability: [0],
  smoothing_factor: [0],
  dynatemp: [],
  guidance_scale: [1],
  no_repeat_ngram_size: [0],
  penalty_alpha: [0],
  num_beams: [1],
  length_penalty: [0, 1],
  min_length: [0],
  encoder_rep_pen: [1],
  skew: [0],
  nsigma: [0],
  min_keep: [0],
  adaptive_target: [-0.01],
  rep_pen_range: [0],
  rep_pen_decay: [0],
  rep_pen_slope: [0, 1],
  do_sample: [true],
  early_stopping: [],
  ban_eos_token: [],
  add_bos_token: [true],
  skip_special_tokens: [true],
  grammar_string: [],
  json_schema: [],
  banned_tokens: [],
  global_banned_tokens: [],
  logit_bias: [],
  bias_preset_selected: [],
  n: [1],
}

/** Settings of a sampler that do nothing while it is off. */
const PARENTS: Readonly<Record<string, string>> = {
  mirostat_tau: 'mirostat_mode',
  mirostat_eta: 'mirostat_mode',
  dry_allowed_length: 'dry_multiplier',
  dry_base: 'dry_multiplier',
  dry_sequence_breakers: 'dry_multiplier',
  dry_penalty_last_n: 'dry_multiplier',
  xtc_threshold: 'xtc_probability',
  smoothing_curve: 'smoothing_factor',
  min_temp: 'dynatemp',
  max_temp: 'dynatemp',
  dynatemp_exponent: 'dynatemp',
  negative_prompt: 'guidance_scale',
}

/** Texts that SillyTavern builds its prompts from. Everkin builds its own. */
export const PROMPT_PARTS: ReadonlySet<string> = new Set([
  'prompts',
  'prompt_order',
  'main_prompt',
  'nsfw_prompt',
  'jailbreak_prompt',
  'impersonation_prompt',
  'new_chat_prompt',
  'new_group_chat_prompt',
  'new_example_chat_prompt',
  'continue_nudge_prompt',
  'group_nudge_prompt',
  'scenario_format',
  'personality_format',
  'wi_format',
  'assistant_prefill',
  'assistant_impersonation',
  'send_if_empty',
  'human_sysprompt_message',
  'enhance_definitions',
  'system_prompt',
  'instruct',
  'context',
  'sysprompt',
  'reasoning',
])

/** What kind of setting an unused field is; null when it has no effect in this file. */
export function classifyIgnored(
  field: string,
  fields: Readonly<Record<string, unknown>>,
): 'sampler' | 'prompt' | 'other' | null {
  const value = fields[field]
  if (isOff(value)) return null
  const parent = Object.hasOwn(PARENTS, field) ? PARENTS[field] : undefined
  if (parent !== undefined) return classifyIgnored(parent, fields) === null ? null : 'sampler'
  if (Object.hasOwn(SAMPLERS, field)) return SAMPLERS[field]?.includes(value) ? null : 'sampler'
  return PROMPT_PARTS.has(field) ? 'prompt' : 'other'
}

/** Nothing was entered, or it is switched off. */
function isOff(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.keys(value).length === 0
}
