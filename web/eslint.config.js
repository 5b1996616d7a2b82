import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import typescript from 'typescript-eslint';

export default typescript.config(
    { ignores: ['node_modules/', 'src/generated/', 'public/'] },
    js.configs.recommended,
    ...typescript.configs.strict,
    ...svelte.configs.recommended,
    {
        languageOptions: { globals: { ...globals.browser } },
        rules: {
            'no-undef': 'off', // the compiler knows better
            'no-console': 'error',
            eqeqeq: 'error',
            'svelte/no-at-html-tags': 'error',
            'svelte/no-navigation-without-resolve': 'off', // a rule of another router
            'svelte/prefer-svelte-reactivity': 'off', // ours are for keeping, not for showing
        },
    },
    {
        files: ['**/*.svelte', '**/*.svelte.ts'],
        languageOptions: { parserOptions: { parser: typescript.parser } },
    },
);
