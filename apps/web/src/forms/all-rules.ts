import { knowRules } from '@app/words/say-rule.ts';
import { validation } from '@app/words/validation.ts';

knowRules(validation);
