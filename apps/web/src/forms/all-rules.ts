import { registerRuleTexts } from '@app/words/say-rule.ts';
import { validation } from '@app/words/validation.ts';

registerRuleTexts(validation);
